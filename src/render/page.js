"use strict";
// Puts sprites on and takes them off as the steps say. A step is [change, words, sentence, broken rules, legal], a change
// [gone, come]. Broken rules are null where nothing was refused, and empty where they are withheld.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const board = element("board");
  const layers = [];
  let view = data.games[0].views[0];
  let at = -1;
  let timer = 0;
  let drawn = new Map();

  // The element of a sprite, made when it is first needed.
  const sprites = new Map();
  const sprite = (number) => {
    if (!sprites.has(number)) {
      const [drawing, x, y] = data.sprites[number];
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("transform", `translate(${x} ${y})`);
      group.innerHTML = data.drawings[drawing][1];
      sprites.set(number, { layer: data.drawings[drawing][0], group });
    }
    return sprites.get(number);
  };

  const text = (tag, content) => {
    const node = document.createElement(tag);
    node.textContent = content;
    return node;
  };

  // The sprites of a step, walking from where we are.
  const walk = (from, to, shown) => {
    for (let i = from + 1; i <= to; i++) {
      const [gone, come] = data.changes[view.steps[i][0]];
      gone.forEach((number) => shown.delete(number));
      come.forEach((number) => shown.add(number));
    }
    for (let i = from; i > to; i--) {
      const [gone, come] = data.changes[view.steps[i][0]];
      come.forEach((number) => shown.delete(number));
      gone.forEach((number) => shown.add(number));
    }
  };

  const draw = (shown) => {
    for (const [number, node] of drawn) {
      if (!shown.has(number)) {
        node.remove();
        drawn.delete(number);
      }
    }
    for (const number of shown) {
      if (!drawn.has(number)) {
        const { layer, group } = sprite(number);
        layers[layer].append(group);
        drawn.set(number, group);
      }
    }
  };

  const sentence = (words) => (words ? words.replace(/[.\s]*$/, ". ") : "");

  const tell = () => {
    const [, words, stands, broken, legal] = view.steps[at];
    const refused = broken !== null;
    element("status").textContent =
      `Step ${at} of ${view.steps.length - 1}. ${sentence(data.texts[words])}${sentence(data.texts[stands])}`;
    const box = element("refusal");
    box.replaceChildren();
    box.hidden = !refused;
    if (refused) {
      box.append(text("h2", "Refused; the position stays as it was"));
      const list = document.createElement("ul");
      if (broken.length === 0) list.append(text("li", "Why is withheld from this viewer"));
      for (const number of broken) {
        const { rule, statement, message, source } = data.rules[number];
        const item = text("li", `${message}. `);
        item.append(text("strong", statement), " ", text("small", `${rule} (${source})`));
        list.append(item);
      }
      box.append(list);
    }
    const details = element("legal");
    details.hidden = !legal;
    if (legal) {
      const [count, exhaustive, first] = legal;
      const some = first.length < count ? `, the first ${first.length} of them` : "";
      element("legal-count").textContent = `Legal here: ${count}${exhaustive ? "" : " listed, and more"}${some}`;
      list();
    }
  };

  // What is legal is written out only where somebody looks at it.
  const list = () => {
    const legal = view.steps[at][4];
    const first = legal && element("legal").open ? legal[2] : [];
    element("legal-list").replaceChildren(...first.map((number) => text("li", data.texts[number])));
  };

  const mark = () => {
    const events = element("events");
    const old = events.querySelector("[aria-current]");
    if (old) old.removeAttribute("aria-current");
    const item = events.children[at];
    if (!item) return;
    item.setAttribute("aria-current", "step");
    const top = item.offsetTop - events.offsetTop;
    if (top < events.scrollTop || top + item.offsetHeight > events.scrollTop + events.clientHeight) {
      events.scrollTop = top - events.clientHeight / 2;
    }
  };

  let shown = new Set();
  const go = (to) => {
    to = Math.max(0, Math.min(view.steps.length - 1, to));
    walk(at, to, shown);
    at = to;
    draw(shown);
    tell();
    mark();
    element("slider").value = at;
    element("slider").setAttribute("aria-valuetext", element("status").textContent);
    element("first").disabled = element("back").disabled = at === 0;
    element("last").disabled = element("next").disabled = at === view.steps.length - 1;
  };

  const refusalAfter = (from) => {
    const is = (step) => step[3] !== null;
    const later = view.steps.findIndex((step, i) => i > from && is(step));
    return later < 0 ? view.steps.findIndex(is) : later;
  };

  const playing = (yes) => {
    const word = yes ? "Pause" : "Play";
    element("play").querySelector("span").textContent = ` ${word}`;
    element("play").setAttribute("aria-label", word);
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    playing(false);
  };
  const play = () => {
    if (timer) return pause();
    if (at === view.steps.length - 1) go(0);
    playing(true);
    timer = setInterval(() => {
      if (at >= view.steps.length - 1) pause();
      else go(at + 1);
    }, 900);
  };

  const look = (game, viewer, step) => {
    pause();
    view = data.games[game].views[viewer];
    board.replaceChildren();
    layers.length = 0;
    for (let i = 0; i < 6; i++) layers.push(board.appendChild(document.createElementNS(SVG, "g")));
    board.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    // Letters stay legible on a small screen; the picture can be moved there.
    board.style.minWidth = `${Math.round(view.width * 0.72)}px`;
    board.style.maxWidth = `${Math.round(view.width * 1.15)}px`;
    drawn = new Map();
    shown = new Set();
    at = -1;
    const items = view.steps.map((step) => {
      const item = text("li", data.texts[step[1]] || "…");
      if (step[3] !== null) item.className = "bad";
      return item;
    });
    element("events").replaceChildren(...items);
    element("slider").max = view.steps.length - 1;
    element("refused").disabled = refusalAfter(-1) < 0;
    go(step);
  };

  const choose = (game) => {
    const views = data.games[game].views;
    element("title").textContent = data.games[game].title;
    element("viewer").replaceChildren(...views.map((one, i) => {
      const option = text("option", one.viewer);
      option.value = i;
      return option;
    }));
    look(game, 0, 0);
  };

  element("game").replaceChildren(...data.games.map((game, i) => {
    const option = text("option", `${i + 1}. ${game.title}`);
    option.value = i;
    return option;
  }));
  element("game-label").hidden = data.games.length < 2;
  element("game").addEventListener("change", (event) => choose(Number(event.target.value)));
  element("viewer").addEventListener("change", (event) => look(Number(element("game").value), Number(event.target.value), at));
  element("legal").addEventListener("toggle", list);
  element("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  element("events").addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) go([...item.parentNode.children].indexOf(item));
  });

  const acts = {
    first: () => go(0),
    back: () => go(at - 1),
    play,
    next: () => go(at + 1),
    last: () => go(view.steps.length - 1),
    refused: () => { if (refusalAfter(at) >= 0) go(refusalAfter(at)); },
  };
  for (const [id, act] of Object.entries(acts)) {
    element(id).addEventListener("click", () => { if (id !== "play") pause(); act(); });
  }
  const keys = {
    Home: acts.first, ArrowLeft: acts.back, " ": play, ArrowRight: acts.next, End: acts.last,
    r: acts.refused, R: acts.refused, PageUp: () => go(at - 10), PageDown: () => go(at + 10),
  };
  document.addEventListener("keydown", (event) => {
    const aside = event.shiftKey && { ArrowLeft: -80, ArrowRight: 80 }[event.key];
    const act = aside ? () => element("scroll").scrollBy(aside, 0) : keys[event.key];
    const tag = event.target.tagName;
    if (!act || event.ctrlKey || event.metaKey || event.altKey || tag === "SELECT") return;
    if (event.key === " " && (tag === "BUTTON" || tag === "SUMMARY")) return;
    event.preventDefault();
    if (act !== play && !aside) pause();
    act();
  });
  choose(0);
})();
