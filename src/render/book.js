"use strict";
// The contents follow the reader: the chapter that stands at the top of the window, or below the line of contents, is marked and
// kept in view.
(() => {
  const nav = document.querySelector("nav");
  const lists = [nav, nav.querySelector("ol")];
  const links = [...nav.querySelectorAll("a")];
  const chapters = links.map((link) => document.querySelector(link.getAttribute("href")));
  let here = null;
  const follow = () => {
    const beside = getComputedStyle(nav).position === "fixed";
    const line = (beside ? 0 : nav.offsetHeight) + innerHeight / 4;
    const down = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const begun = chapters.filter((chapter) => chapter.getBoundingClientRect().top <= line).length;
    const link = links[down ? links.length - 1 : Math.max(0, begun - 1)];
    if (link === here) return;
    here?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    here = link;
    // Only the contents move, not the page.
    for (const list of lists) {
      const [box, one] = [list, link].map((part) => part.getBoundingClientRect());
      list.scrollLeft += one.left + one.width / 2 - box.left - box.width / 2;
      list.scrollTop += one.top + one.height / 2 - box.top - box.height / 2;
    }
  };
  addEventListener("scroll", follow, { passive: true });
  addEventListener("resize", () => { here?.removeAttribute("aria-current"); here = null; follow(); });
  follow();
})();
