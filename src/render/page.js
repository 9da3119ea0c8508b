"use strict";
// Adds and removes sprites as the steps say. A step is [change, words, sentence, broken rules, legal, decision], a
// change // [gone, come], a decision [player, milliseconds, note]. Broken rules are null if nothing was refused, and
// empty if they are // withheld. The lines that describe a position are sprites too, in a layer above the drawn ones.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const board = element("board");
  const layers = [];
  // The layer of the lines that describe a position.
  const SAID = 6;
  let view = data.games[0].views[0];
  let at = -1;
  let timer = 0;
  let drawn = new Map();

  // The element of a sprite, made when it is first needed.
  const sprites = new Map();
  const sprite = (number) => {
    if (!sprites.has(number)) {
      const [drawing, x, y] = data.sprites[number];
      if (data.drawings[drawing][0] === SAID) return { layer: SAID, order: x, line: data.drawings[drawing][1] };
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

  // The sprites of a step, starting from the present step.
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
        if (layer === SAID) continue;
        layers[layer].append(group);
        drawn.set(number, group);
      }
    }
  };

  const sentence = (words) => (words ? words.replace(/[.\s]*$/, ". ") : "");

  // The position in words, written only while it is open.
  const describe = () => {
    const lines = element("words").open ? [...shown].map(sprite).filter(({ layer }) => layer === SAID) : [];
    lines.sort((one, other) => one.order - other.order);
    element("words-list").replaceChildren(...lines.map(({ line }) => text("li", line)));
  };

  const tell = () => {
    const [, words, stands, broken, legal, decision] = view.steps[at];
    const refused = broken !== null;
    element("status").textContent =
      `Step ${at} of ${view.steps.length - 1}. ${sentence(data.texts[words])}${sentence(data.texts[stands])}`;
    const took = decision && decision[1] !== null ? `Thought ${(decision[1] / 1000).toFixed(1)} s. ` : "";
    const noted = decision && decision[2] !== null ? `Noted: ${data.texts[decision[2]]}` : "";
    element("thought").textContent = took + noted;
    describe();
    const box = element("refusal");
    box.replaceChildren();
    box.hidden = !refused;
    if (refused) {
      box.append(text("h2", "Refused; the position stays as it was"));
      const list = document.createElement("ul");
      if (broken.length === 0) list.append(text("li", "The reason is withheld from this viewer"));
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

  // The legal actions, written only while they are open.
  const list = () => {
    const legal = view.steps[at][4];
    const first = legal && element("legal").open ? legal[2] : [];
    element("legal-list").replaceChildren(...first.map((number) => text("li", data.texts[number])));
  };

  const mark = () => {
    const events = element("events");
    const old = events.querySelector("[aria-current]");
    if (old) {
      old.removeAttribute("aria-current");
      old.parentNode.classList.remove("current");
    }
    const item = events.children[at];
    if (!item) return;
    item.firstChild.setAttribute("aria-current", "step");
    item.classList.add("current");
    const [box, row] = [events, item].map((one) => one.getBoundingClientRect());
    if (row.top < box.top || row.bottom > box.bottom) events.scrollTop += row.top - box.top - events.clientHeight / 2;
  };

  let shown = new Set();
  const go = (to) => {
    to = Math.max(0, Math.min(view.steps.length - 1, to));
    walk(at, to, shown);
    at = to;
    draw(shown);
    tell();
    mark();
    element("now").setAttribute("x", at);
    element("slider").value = at;
    element("slider").setAttribute("aria-valuetext", element("status").textContent);
    element("first").disabled = element("back").disabled = at === 0;
    element("last").disabled = element("next").disabled = at === view.steps.length - 1;
  };

  // The next step of a kind, wrapping round to the start; below 0: there is none.
  const after = (from, is) => {
    const later = view.steps.findIndex((step, i) => i > from && is(step, i));
    return later < 0 ? view.steps.findIndex(is) : later;
  };
  const wasRefused = (step) => step[3] !== null;
  // A decision is a player's action; draws only follow from it.
  const wasDecided = (step) => step[5] !== null;
  const wasDrawn = (step) => step[3] === null && step[5] === null && /(^|: )drawn\b/.test(data.texts[step[1]]);
  const refusalAfter = (from) => after(from, wasRefused);
  const decisionAfter = (from) => after(from, wasDecided);

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
    }, Number(element("speed").value));
  };

  // The size of the picture: as wide as its container, or a multiple of its drawn size.
  const SIZES = [0, 0.75, 1, 1.5, 2, 3];
  let size = 0;
  const resize = (to) => {
    size = Math.max(0, Math.min(SIZES.length - 1, to));
    board.style.width = size ? `${Math.round(view.width * SIZES[size])}px` : "100%";
    element("smaller").disabled = size === 0;
    element("larger").disabled = size === SIZES.length - 1;
  };
  // The first size larger than the container, so that the button never makes the picture smaller.
  const enlarge = () => {
    const fits = board.getBoundingClientRect().width / view.width;
    const larger = SIZES.findIndex((one) => one > fits * 1.05);
    resize(larger < 0 ? size : larger);
  };
  const reduce = () => {
    const room = element("scroll").clientWidth / view.width;
    resize(SIZES[size - 1] > room ? size - 1 : 0);
  };

  // The steps to print: numbers and ranges, or all; if empty, the present one.
  const asked = () => {
    const last = view.steps.length - 1;
    const wanted = element("pages").value.trim();
    if (wanted === "all") return view.steps.map((_, i) => i);
    const steps = new Set();
    for (const [, from, to] of wanted.matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)) {
      for (let i = Number(from); i <= Math.min(last, Number(to ?? from)); i++) steps.add(i);
    }
    return steps.size ? [...steps].sort((one, other) => one - other) : [at];
  };
  const told = (step) => {
    const [, words, stands, broken] = view.steps[step];
    const why = (broken || []).map((number) => `${data.rules[number].message} (${data.rules[number].rule}). `).join("");
    const refused = broken === null ? "" : `Refused: ${why || "the reason is withheld from this viewer. "}`;
    return `Step ${step} of ${view.steps.length - 1}. ${sentence(data.texts[words])}${refused}${sentence(data.texts[stands])}`;
  };
  const ontoPaper = () => {
    const held = new Set();
    let from = -1;
    element("paper").replaceChildren(...asked().map((step) => {
      walk(from, step, held);
      from = step;
      const figure = document.createElement("figure");
      const picture = document.createElementNS(SVG, "svg");
      picture.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
      const sheets = layers.map(() => picture.appendChild(document.createElementNS(SVG, "g")));
      for (const number of held) {
        const { layer, group } = sprite(number);
        if (layer === SAID) continue;
        sheets[layer].append(group.cloneNode(true));
      }
      figure.append(text("figcaption", `${element("title").textContent}. ${told(step)}`), picture);
      return figure;
    }));
    element("paper").hidden = false;
  };
  const offPaper = () => {
    element("paper").replaceChildren();
    element("paper").hidden = true;
  };

  // A link to this step for this viewer, and reading such a link.
  const address = () => `#${new URLSearchParams({
    ...(data.games.length > 1 && { game: Number(element("game").value) + 1 }), step: at, for: view.viewer,
  })}`;
  const follow = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = (key) => (/^\d+$/.test(wanted.get(key) ?? "") ? Number(wanted.get(key)) : -1);
    const game = data.games[number("game") - 1] ? number("game") - 1 : Number(element("game").value);
    if (!wanted.has("step") && !wanted.has("for") && !wanted.has("game")) return;
    const { views } = data.games[game];
    // By name, or a player by number.
    const called = ({ viewer, seats }) => viewer === wanted.get("for") || viewer === seats[number("for")]?.[0];
    element("game").value = game;
    choose(game, Math.max(0, views.findIndex(called)), Math.max(0, number("step")));
  };
  const copy = async () => {
    const link = location.href.split("#")[0] + address();
    history.replaceState(null, "", address());
    try {
      await navigator.clipboard.writeText(link);
      element("link").textContent = "Copied";
    } catch {
      element("link").textContent = "In the address line";
    }
    setTimeout(() => { element("link").textContent = "Copy link"; }, 2000);
  };
  const save = () => {
    const all = view.steps.map((_, step) => told(step)).join("\n");
    const link = document.createElement("a");
    link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${element("title").textContent}, as seen by ${view.viewer}\n${all}\n`)}`;
    link.download = "game.txt";
    link.click();
  };
  const fold = () => {
    element("events").classList.toggle("folded", element("fold").checked);
    mark();
  };
  const help = () => {
    const keys = element("keys");
    keys.hidden = !keys.hidden;
    element("help").setAttribute("aria-expanded", String(!keys.hidden));
  };

  // A strip of the whole game: for each decision a bar in its player's colour, whose height is the time it took;
  // refusals below.
  const strip = () => {
    const most = Math.max(1, ...view.steps.map((step) => step[5]?.[1] ?? 0));
    const bars = view.steps.map(([, , , broken, , decision], i) => {
      const node = document.createElementNS(SVG, "rect");
      if (!decision && broken === null) return null;
      const high = broken !== null ? 8 : 6 + (decision[1] === null ? 0 : Math.round(18 * decision[1] / most));
      const box = { x: i, y: broken !== null ? 24 : 24 - high, width: 1, height: high };
      for (const [key, value] of Object.entries(box)) node.setAttribute(key, value);
      node.setAttribute("class", broken !== null ? "bad" : view.seats[decision[0]]?.[1] ?? "");
      return node;
    });
    const now = document.createElementNS(SVG, "rect");
    for (const [key, value] of Object.entries({ id: "now", x: 0, y: 0, width: 1, height: 32 })) now.setAttribute(key, value);
    element("strip").setAttribute("viewBox", `0 0 ${view.steps.length} 32`);
    element("strip").replaceChildren(now, ...bars.filter(Boolean));
    element("seats").replaceChildren(...view.seats.map(([name, tint]) => {
      const item = text("li", name);
      item.className = tint;
      return item;
    }));
  };

  const look = (game, viewer, step) => {
    pause();
    view = data.games[game].views[viewer];
    board.replaceChildren();
    layers.length = 0;
    for (let i = 0; i < 6; i++) layers.push(board.appendChild(document.createElementNS(SVG, "g")));
    board.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    resize(0);
    drawn = new Map();
    shown = new Set();
    at = -1;
    let cause = null;
    const items = view.steps.map((step, i) => {
      const item = document.createElement("li");
      // Folded events count too.
      item.value = i;
      item.append(text("button", data.texts[step[1]] || "…"));
      if (wasRefused(step)) item.className = "bad";
      // Draws are folded into the event before them.
      else if (wasDrawn(step) && cause) {
        item.className = "drawn";
        cause.dataset.draws = Number(cause.dataset.draws || 0) + 1;
        return item;
      }
      cause = item;
      return item;
    });
    element("events").replaceChildren(...items);
    element("slider").max = view.steps.length - 1;
    strip();
    element("refused").disabled = refusalAfter(-1) < 0;
    element("decided").disabled = decisionAfter(-1) < 0;
    go(step);
  };

  const choose = (game, viewer, step) => {
    const views = data.games[game].views;
    element("title").textContent = data.games[game].title;
    element("viewer").replaceChildren(...views.map((one, i) => {
      const option = text("option", one.viewer);
      option.value = i;
      return option;
    }));
    element("viewer").value = viewer;
    look(game, viewer, step);
  };

  element("game").replaceChildren(...data.games.map((game, i) => {
    const option = text("option", `${i + 1}. ${game.title}`);
    option.value = i;
    return option;
  }));
  element("game-label").hidden = data.games.length < 2;
  element("game").addEventListener("change", (event) => choose(Number(event.target.value), 0, 0));
  element("viewer").addEventListener("change", (event) => look(Number(element("game").value), Number(event.target.value), at));
  element("legal").addEventListener("toggle", list);
  element("words").addEventListener("toggle", describe);
  element("strip").addEventListener("click", (event) => {
    const { left, width } = element("strip").getBoundingClientRect();
    pause();
    go(Math.floor((event.clientX - left) / width * view.steps.length));
  });
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
    decided: () => { if (decisionAfter(at) >= 0) go(decisionAfter(at)); },
    refused: () => { if (refusalAfter(at) >= 0) go(refusalAfter(at)); },
  };
  for (const [id, act] of Object.entries(acts)) {
    element(id).addEventListener("click", () => { if (id !== "play") pause(); act(); });
  }
  const tools = { smaller: reduce, larger: enlarge, link: copy, save, help };
  for (const [id, act] of Object.entries(tools)) element(id).addEventListener("click", act);
  const keys = {
    Home: acts.first, ArrowLeft: acts.back, " ": play, ArrowRight: acts.next, End: acts.last,
    r: acts.refused, R: acts.refused, d: acts.decided, D: acts.decided, PageUp: () => go(at - 10), PageDown: () => go(at + 10),
  };
  const aside = { "+": enlarge, "-": reduce, "?": help };
  document.addEventListener("keydown", (event) => {
    const by = event.shiftKey && { ArrowLeft: -80, ArrowRight: 80 }[event.key];
    const other = by ? () => element("scroll").scrollBy(by, 0) : aside[event.key];
    const act = other || keys[event.key];
    const { tagName, id } = event.target;
    if (!act || event.ctrlKey || event.metaKey || event.altKey || tagName === "SELECT" || id === "pages" || (event.key === " " && id === "fold")) return;
    if (event.key === " " && (tagName === "BUTTON" || tagName === "SUMMARY")) return;
    event.preventDefault();
    if (act !== play && !other) pause();
    act();
  });
  element("fold").addEventListener("change", fold);
  element("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
  element("print").addEventListener("click", () => window.print());
  window.addEventListener("beforeprint", ontoPaper);
  window.addEventListener("afterprint", offPaper);
  window.addEventListener("hashchange", follow);
  choose(0, 0, 0);
  fold();
  follow();
})();
