"use strict";
// Adds and removes sprites as the steps say. A step is [change, words, sentence, broken rules, legal, decision, scored,
// fault], a change [gone, come], a decision [player, milliseconds, note], what was scored a list of [player, words], a fault
// the last words of who is at fault.
// Broken rules are null if nothing was refused, and empty if they are withheld. The lines that describe a position are
// sprites too, in a layer above the drawn ones.
const page = (() => {
  const EMPTY = { viewer: "", seats: [], points: [], steps: [], turns: [], rounds: [], parts: [] };
  const embedded = JSON.parse(document.getElementById("data").textContent);
  // Whether a person acts here.
  const plays = Boolean(embedded.live?.plays);
  let data = { drawings: [], sprites: [], changes: [], texts: [], rules: [], games: [] };
  const element = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const board = element("board");
  const [table, panels] = [".table", ".panels"].map((kind) => element("scroll").querySelector(kind));
  // The parts of the picture, each with its layers: the board, then what stands above, beside or below it.
  const parts = [];
  const marks = document.createElementNS(SVG, "g");
  // The layers of lines, places, trails, and of the sentences that describe a position.
  const [LINE, PLACE, TRAIL, SAID] = [0, 1, 3, 6];
  // The part after the board.
  const LEGEND = 1;
  let view = EMPTY;
  let at = -1;
  let timer = 0;
  let drawn = new Map();

  // The element of a sprite, made when it is first needed.
  const sprites = new Map();
  const sprite = (number) => {
    if (!sprites.has(number)) {
      const [drawing, x, y, part] = data.sprites[number];
      if (data.drawings[drawing][0] === SAID) return { layer: SAID, order: x, line: data.drawings[drawing][1] };
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("transform", `translate(${x} ${y})`);
      group.innerHTML = data.drawings[drawing][1];
      const layer = data.drawings[drawing][0];
      const ground = layer === PLACE && group.querySelector(".place");
      const size = ground && ["width", "height"].map((side) => Number(ground.getAttribute(side)));
      sprites.set(number, { part, layer, group, x, y, place: size && [group.querySelector("title").textContent, [x, y, ...size]] });
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
        const { part, layer, group } = sprite(number);
        if (layer === SAID) continue;
        parts[part].layers[layer].append(group);
        drawn.set(number, group);
      }
    }
    for (const { svg, layers } of parts) svg.toggleAttribute("hidden", layers.every((layer) => !layer.hasChildNodes()));
    if (turned) arrange();
  };

  // The places of the board by name, each with its box, and the box of all of them.
  const placed = () => {
    const places = new Map([...shown].flatMap((number) => (sprite(number).place ? [sprite(number).place] : [])));
    const boxes = [...places.values()];
    const edge = (far, of) => Math[far](...boxes.map(of));
    const bounds = [edge("min", ([x]) => x), edge("min", ([, y]) => y), edge("max", ([x, , w]) => x + w), edge("max", ([, y, , h]) => y + h)];
    return { places, boxes, bounds };
  };

  // A board that is turned round: every place stands opposite, with everything on it upright; lines are turned.
  let turned = false;
  const opposite = ([left, top, right, bottom], [x, y, w, h]) => [left + right - x - w, top + bottom - y - h];
  const whereTurned = ({ part, layer, x, y }, { boxes, bounds }) => {
    if (part) return `translate(${x} ${y})`;
    const [left, top, right, bottom] = bounds;
    const within = x >= left && x < right && y >= top && y < bottom;
    if (within && (layer === LINE || layer === TRAIL)) {
      return `rotate(180 ${(left + right) / 2} ${(top + bottom) / 2}) translate(${x} ${y})`;
    }
    const on = boxes.find(([a, b, w, h]) => a <= x && x < a + w && b <= y && y < b + h);
    // The names of columns stand above the board, those of rows before it.
    const beside = on ?? boxes.find(([a, b, w, h]) => (y === top - 18 && x === a && b === top) || (x === left - 22 && y === b && a === left));
    if (!beside) return `translate(${x} ${y})`;
    const to = opposite(bounds, beside);
    return `translate(${x < left ? x : to[0] + x - beside[0]} ${y < top ? y : to[1] + y - beside[1]})`;
  };
  const arrange = () => {
    const places = turned && placed();
    for (const [number, group] of drawn) {
      const one = sprite(number);
      group.setAttribute("transform", places ? whereTurned(one, places) : `translate(${one.x} ${one.y})`);
    }
  };
  const turn = () => {
    turned = !turned;
    element("turn").setAttribute("aria-pressed", String(turned));
    arrange();
    list();
  };

  // Rings round the places that these words name.
  const rings = (words, kind) => {
    if (!words.length) return [];
    const { places, bounds } = placed();
    const names = [...places.keys()].sort((one, other) => other.length - one.length);
    const found = names.length ? new Set(words.join("; ").match(new RegExp(`\\b(${names.join("|")})\\b`, "g"))) : [];
    return [...found].map((name) => {
      const [x, y, width, height] = places.get(name);
      const [left, top] = turned ? opposite(bounds, places.get(name)) : [x, y];
      return shape("rect", { class: kind, x: left + 2, y: top + 2, width: width - 4, height: height - 4, rx: 4 });
    });
  };

  // What was scored, in its player's colour.
  const gain = ([player, words]) => {
    const item = text("li", data.texts[words]);
    item.className = `gain ${view.seats[player]?.[1] ?? ""}`;
    return item;
  };
  const turnOf = (step) => (view.turns[step] ? `, turn ${view.turns[step]}, round ${view.rounds[step]}` : "");

  // Why, in one line and in full: what was scored, what was noted, the last words of who is at fault.
  const brief = (scored, noted) => {
    const lost = faults().flatMap((i) => {
      const said = data.texts[view.steps[i][7]].trim();
      return [[i === at ? "" : `${data.texts[view.steps[i][1]]}. `, said]];
    });
    const gains = scored.map(([, words]) => data.texts[words]);
    const line = [...lost.map(([who, said]) => who + (said.split("\n").at(-1) ?? "")), ...gains, noted.trim()].filter(Boolean).join("; ");
    const box = element("brief");
    box.classList.toggle("none", !line);
    box.querySelector("summary").textContent = line;
    box.querySelector("div").replaceChildren(...[...gains, noted].filter(Boolean).map((one) => text("p", one)), ...lost.flatMap(([who, said]) => [text("p", who), text("pre", said)]));
    if (!line) box.open = false;
  };

  const sentence = (words) => (words ? words.replace(/[.\s]*$/, ". ") : "");

  // The position in words, written only while it is open.
  const describe = () => {
    const lines = element("words").open ? [...shown].map(sprite).filter(({ layer }) => layer === SAID) : [];
    lines.sort((one, other) => one.order - other.order);
    element("words-list").replaceChildren(...lines.map(({ line }) => text("li", line)));
  };

  // A refusal goes at the next press or key. It may lie over the board, so a press on it is meant for what is under it, unless it
  // closes it or has chosen some of its words.
  let dismissed = -1;
  const dismiss = () => {
    if (element("refusal").hidden) return;
    dismissed = at;
    element("refusal").hidden = true;
  };
  const pressed = (event) => {
    const [{ target, clientX, clientY }, box] = [event, element("refusal")];
    const inside = box.contains(target) && !target.closest("button");
    const words = getSelection();
    if (inside && !words.isCollapsed && box.contains(words.anchorNode)) return;
    dismiss();
    const under = inside && document.elementFromPoint(clientX, clientY);
    if (under && board.contains(under)) under.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
  };

  const tell = () => {
    const [, words, stands, broken, legal, decision, scored] = view.steps[at];
    const refused = broken !== null;
    // What is to be done comes first: a small screen may not show all of it.
    const [due, done] = [words === stands ? "" : sentence(data.texts[stands]), sentence(data.texts[words])];
    element("status").replaceChildren(text("strong", due || done), text("span", `${due && done}Step ${at} of ${view.steps.length - 1}${turnOf(at)}.`));
    element("status").scrollTop = 0;
    element("gains").replaceChildren(...scored.map(gain));
    const took = decision && decision[1] !== null ? `Thought ${(decision[1] / 1000).toFixed(1)} s. ` : "";
    const noted = decision && decision[2] !== null ? `Noted: ${data.texts[decision[2]]}` : "";
    element("thought").textContent = took + noted;
    element("faults").replaceChildren(...faults().flatMap(faultAt));
    brief(scored, took + noted);
    describe();
    // What went wrong is said at the end of what a program wrote.
    for (const said of element("faults").querySelectorAll("pre")) said.scrollTop = said.scrollHeight;
    const box = element("refusal");
    box.replaceChildren();
    box.hidden = !refused || at === dismissed;
    if (refused) {
      const close = text("button", "✕");
      close.setAttribute("aria-label", "Close");
      box.append(close, text("h2", "Refused; the position stays as it was"));
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
    for (const [id, , said] of OFFERS) {
      const offer = offered(id);
      element(id).hidden = !offer;
      if (!offer) continue;
      const [count, exhaustive, first] = offer;
      const some = first.length < count ? `, the first ${first.length} of them` : "";
      element(`${id}-count`).textContent = `${said}: ${count}${exhaustive ? "" : " listed, and more"}${some}`;
    }
    list();
  };

  // The faults to tell: that of this step, or at the end the last ones of the game.
  const faults = () => {
    const all = view.steps.flatMap((step, i) => (step[7] !== null && (i === at || at === view.steps.length - 1) ? [i] : []));
    return all.slice(-3);
  };
  // A fault, and the last words of who is at fault.
  const faultAt = (i) => {
    const about = text("p", `${data.texts[view.steps[i][1]]}. `);
    if (i !== at) {
      const button = text("button", `Step ${i}`);
      button.addEventListener("click", () => { pause(); go(i); });
      about.prepend(button, " ");
    }
    const said = data.texts[view.steps[i][7]];
    return said ? [about, text("pre", said)] : [about];
  };

  // The legal actions: here, and at the decision that led here.
  const OFFERS = [
    ["legal", () => view.steps[at][4], "Legal here"],
    ["instead", () => (wasDecided(view.steps[at]) ? view.steps[at - 1]?.[4] : null), "Legal at this decision"],
  ];
  const offered = (id) => OFFERS.find(([one]) => one === id)[1]();
  // Written and ringed on the board only while they are open. The one that is pointed at stands out.
  const list = () => {
    if (at < 0) return;
    const open = OFFERS.map(([id, offer]) => [id, element(id).open && offer() ? offer()[2].map((number) => data.texts[number]) : []]);
    const ring = (chosen) => marks.replaceChildren(...rings(open.flatMap(([, first]) => first), "may"), ...rings(chosen, "chosen"));
    for (const [id, first] of open) {
      element(`${id}-list`).replaceChildren(...first.map((words) => {
        const item = document.createElement("li");
        const button = text("button", words);
        for (const event of ["focus", "mouseenter"]) button.addEventListener(event, () => ring([words]));
        for (const event of ["blur", "mouseleave"]) button.addEventListener(event, () => ring([]));
        item.append(button);
        return item;
      }));
    }
    ring([]);
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

  // What else to do at each step.
  let watching = () => {};
  // The place of the board at a point of the window.
  const placeAt = (left, top) => {
    const matrix = board.getScreenCTM();
    if (!matrix || !view.steps.length) return null;
    const { x, y } = new DOMPoint(left, top).matrixTransform(matrix.inverse());
    const { places, bounds } = placed();
    const [name] = [...places].find(([, box]) => {
      const [, , w, h] = box;
      const [a, b] = turned ? opposite(bounds, box) : box;
      return a <= x && x < a + w && b <= y && y < b + h;
    }) ?? [null];
    return name;
  };

  let shown = new Set();
  const go = (to) => {
    if (!view.steps.length) return;
    to = Math.max(0, Math.min(view.steps.length - 1, to));
    if (to !== dismissed) dismissed = -1;
    walk(at, to, shown);
    at = to;
    draw(shown);
    trim();
    tell();
    seated();
    mark();
    element("now").setAttribute("x", at);
    element("slider").value = at;
    element("slider").setAttribute("aria-valuetext", told(at));
    element("first").disabled = element("back").disabled = at === 0;
    element("last").disabled = element("next").disabled = at === view.steps.length - 1;
    watching();
  };

  // The next step of a kind, wrapping round to the start, or the one before it, wrapping round to the end; below 0:
  // there is none.
  const after = (from, is) => {
    const later = view.steps.findIndex((step, i) => i > from && is(step, i));
    return later < 0 ? view.steps.findIndex(is) : later;
  };
  const before = (from, is) => {
    const earlier = view.steps.findLastIndex((step, i) => i < from && is(step, i));
    return earlier < 0 ? view.steps.findLastIndex(is) : earlier;
  };
  const wasRefused = (step) => step[3] !== null || step[7] !== null;
  // A decision is a player's action; draws only follow from it.
  const wasDecided = (step) => step[5] !== null;
  const wasDrawn = (step) => step[3] === null && step[5] === null && /(^|: )drawn\b/.test(data.texts[step[1]]);
  const hasScored = (step) => step[6].length > 0;
  const hasTurned = (step, i) => wasDecided(step) && view.turns[i] !== (view.turns[i - 1] ?? 0);
  // The kinds of step with a button and a key: the key with shift leads back.
  const KINDS = { decided: ["d", wasDecided], turned: ["t", hasTurned], scored: ["s", hasScored], refused: ["r", wasRefused] };
  const seek = (search, is) => {
    const found = search(at, is);
    dismissed = -1;
    if (found >= 0) go(found);
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
    }, Number(element("speed").value));
  };

  // The size of the board: as large as fits, so that its last row is in view, but not with letters that are too small; or a
  // multiple of its drawn size. The panels stand beside it if that leaves it most of its size, and below it otherwise.
  const SIZES = [0, 0.75, 1, 1.5, 2, 3];
  const LEAST = 0.75;
  const PANEL = 288;
  const BESIDE = 0.68;
  // The height of the form of a person who plays on a telephone, and the least one, for the height of the window.
  const FORM = 0.36;
  const LEAST_FORM = 0.31;
  let size = 0;
  // Whether the window is that of a telephone.
  const narrow = () => innerWidth <= 640;
  const fitting = () => {
    const [box, bar] = [element("scroll"), element("bar")];
    const all = box.clientWidth;
    // A page that waits for its first step has no board.
    if (!all || !view.parts.length) return "100%";
    const whole = innerHeight - box.getBoundingClientRect().top - scrollY - 8;
    const { width } = view.parts[0];
    const high = parts.reduce((sum, { svg }, i) => {
      const { above, height } = view.parts[i];
      return sum + (i === 0 || (above && getComputedStyle(svg).order < 1) ? height : 0);
    }, 0);
    // Who plays has the form in view too, which has its place even while nothing is asked. It is lower beside a high board.
    const form = Math.round(Math.max(LEAST_FORM * innerHeight, Math.min(FORM * innerHeight, whole - LEAST * high)));
    document.documentElement.style.setProperty("--form", `${form}px`);
    const below = plays ? form : bar.offsetHeight;
    const room = whole - (getComputedStyle(bar).position === "fixed" ? below : 0);
    const fits = Math.min(all, Math.max(width * room / high, LEAST * width));
    const beside = Math.min(fits, all - PANEL);
    if (beside >= BESIDE * fits) return `${Math.round(beside)}px`;
    // Below a wide board its panels are in view too, if that costs it little.
    const columns = Math.floor(all / PANEL);
    if (columns < 2) return `${Math.round(fits)}px`;
    const under = view.parts.reduce((sum, part, i) => sum + (i && !part.above ? part.height * all / columns / part.width : 0), 0) / columns;
    return `${Math.round(Math.min(fits, Math.max(width * (room - under) / high, LEAST * fits)))}px`;
  };
  // Panels below each other are as high as what they have now; in columns they are as high as they ever are, so that none moves to
  // another column.
  const trim = () => {
    const alone = panels.clientWidth < 2 * PANEL;
    parts.forEach(({ svg }, i) => cut(svg, i, alone && i > 0 && !view.parts[i].above));
  };
  // Gives a part its size: as high as what it has now, or as it ever is. Returns its height for its width.
  const cut = (svg, i, short) => {
    const { width, height } = view.parts[i];
    const now = short && !svg.hasAttribute("hidden") ? svg.getBBox() : null;
    const high = now ? Math.ceil(now.y + now.height) + 6 : height;
    svg.setAttribute("viewBox", `0 0 ${width} ${high}`);
    return high / width;
  };
  const resize = (to) => {
    size = Math.max(0, Math.min(SIZES.length - 1, to));
    const scale = SIZES[size];
    table.style.width = size ? `${Math.round(view.parts[0].width * scale)}px` : fitting();
    parts.forEach(({ svg }, i) => { svg.style.width = size && i ? `${Math.round(view.parts[i].width * scale)}px` : ""; });
    trim();
    strip();
    element("smaller").disabled = size === 0;
    element("larger").disabled = size === SIZES.length - 1;
  };
  // The first size larger than the container, so that the button never makes the picture smaller.
  const enlarge = () => {
    const fits = table.clientWidth / view.parts[0].width;
    const larger = SIZES.findIndex((one) => one > fits * 1.05);
    resize(larger < 0 ? size : larger);
  };
  const reduce = () => {
    const room = element("scroll").clientWidth / view.parts[0].width;
    resize(SIZES[size - 1] > room ? size - 1 : 0);
  };

  // The steps to print: numbers and ranges, or all; if empty, the present one.
  const asked = () => {
    const last = view.steps.length - 1;
    const wanted = element("pages").value.trim();
    if (wanted === "all") return view.steps.map((_, i) => i);
    const steps = new Set();
    for (const [, turns, from, to] of wanted.matchAll(/(t(?:urns?)?\s*)?(\d+)(?:\s*-\s*(\d+))?/gi)) {
      for (let i = Number(from); i <= Math.min(last, Number(to ?? from)); i++) steps.add(turns ? view.turns.indexOf(i) : i);
    }
    steps.delete(-1);
    return steps.size ? [...steps].sort((one, other) => one - other) : [at];
  };
  const told = (step) => {
    const [, words, stands, broken] = view.steps[step];
    const why = (broken || []).map((number) => `${data.rules[number].message} (${data.rules[number].rule}). `).join("");
    const refused = broken === null ? "" : `Refused: ${why || "the reason is withheld from this viewer. "}`;
    return `Step ${step} of ${view.steps.length - 1}. ${sentence(data.texts[words])}${refused}${words === stands ? "" : sentence(data.texts[stands])}`;
  };
  // The room on a sheet of paper in millimetres, without the line above the board; and how much two boards on a sheet may have.
  const [ACROSS, DOWN, HALF] = [180, 240, 106];
  // Letters that are smaller, for a unit of the picture in millimetres, are too small for half a sheet.
  const ENOUGH = 0.2;
  // Sets the parts of a figure into a room: the board above columns of panels, so that the smallest letters are as large as can be.
  // Returns how large a unit of the picture is then drawn.
  const fitted = ([figure, sheets], down) => {
    const high = sheets.map(({ svg, layers }, i) => {
      svg.toggleAttribute("hidden", layers.every((layer) => !layer.hasChildNodes()));
      return svg.hasAttribute("hidden") ? 0 : cut(svg, i, true);
    });
    const [board, others] = [(_, i) => i === 0 || view.parts[i].above, (_, i) => i > 0 && !view.parts[i].above].map((is) => high.filter(is));
    const sum = (all) => all.reduce((one, other) => one + other, 0);
    const [whole, panel] = [view.parts[0].width, view.parts.find((part, i) => i && !part.above)?.width ?? 1];
    let best = { unit: 0 };
    for (const columns of [1, 2, 3, 4]) {
      for (let width = 30; width * columns <= ACROSS; width += 2) {
        // Columns differ by one panel at most.
        const below = width * (sum(others) + (columns - 1) * Math.max(0, ...others)) / columns;
        const across = Math.min(ACROSS, (down - below) / sum(board));
        const unit = Math.min(across / whole, sum(others) ? width / panel : Infinity);
        if (unit > best.unit) best = { unit, columns, width, across };
      }
    }
    figure.querySelector(".table").style.width = `${Math.floor(best.across)}mm`;
    Object.assign(figure.querySelector(".panels").style, { width: `${best.width * best.columns}mm`, columns: best.columns });
    return best.unit;
  };
  const ontoPaper = () => {
    if (at < 0) return;
    element("paper").hidden = false;
    const held = new Set();
    let from = -1;
    const figures = asked().map((step, order) => {
      walk(from, step, held);
      from = step;
      const figure = document.createElement("figure");
      const sheets = view.parts.map(made);
      for (const number of held) {
        const { part, layer, group, x, y } = sprite(number);
        // One legend is enough.
        if (layer === SAID || (order > 0 && part === LEGEND)) continue;
        const copy = sheets[part].layers[layer].appendChild(group.cloneNode(true));
        copy.setAttribute("transform", `translate(${x} ${y})`);
      }
      const [first, below] = ["table", "panels"].map((kind) => Object.assign(document.createElement("div"), { className: kind }));
      set(sheets, first, below);
      figure.append(text("figcaption", `${element("title").textContent}. ${told(step)}`), first, below);
      return [figure, sheets];
    });
    element("paper").replaceChildren(...figures.map(([figure]) => figure));
    // Two boards share a sheet if both stay large enough.
    const two = figures.length > 1 && figures.every((one) => fitted(one, HALF) >= ENOUGH);
    figures.forEach((one, i) => {
      if (!two) fitted(one, DOWN);
      one[0].classList.toggle("first", two && i % 2 === 0);
    });
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
    if (!data.games.length) return;
    const wanted = new URLSearchParams(location.hash.slice(1));
    const number = (key) => (/^\d+$/.test(wanted.get(key) ?? "") ? Number(wanted.get(key)) : -1);
    const game = data.games[number("game") - 1] ? number("game") - 1 : Number(element("game").value);
    if (!["step", "for", "game", "at"].some((key) => wanted.has(key))) return;
    const { views } = data.games[game];
    // By name, or a player by number.
    const called = ({ viewer, seats }) => viewer === wanted.get("for") || viewer === seats[number("for")]?.[0];
    element("game").value = game;
    const found = views.findIndex(called);
    const seen = Math.max(0, found);
    const step = wanted.get("at") === "decisive" ? decisive(views[seen].steps) : Math.max(0, number("step"));
    choose(game, seen, step);
    element("unknown").hidden = found >= 0 || !wanted.has("for");
    element("unknown").textContent = `Nobody called “${wanted.get("for")}” can be shown here. You see what ${views[seen].viewer} may see.`;
  };
  // The step at which a player lost: the last fault, or the refusal that led to it; otherwise the end.
  const decisive = (steps) => {
    const fault = steps.findLastIndex((step) => step[7] !== null);
    const refusal = steps.findLastIndex((step) => step[3] !== null);
    if (fault < 0 && refusal < 0) return steps.length - 1;
    return refusal >= 0 && refusal >= fault - 1 ? refusal : fault;
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

  // The number of the turn at each step: it begins with the decision of another player than before.
  const turnsOf = (steps) => {
    let [turn, last] = [0, null];
    return steps.map(({ 5: decision }) => {
      if (decision && decision[0] !== last) [turn, last] = [turn + 1, decision[0]];
      return turn;
    });
  };
  // The number of the round at each step: how many turns a player has had at most.
  const roundsOf = (steps, turns) => {
    const had = [];
    let round = 0;
    return steps.map(({ 5: decision }, i) => {
      if (turns[i] !== (turns[i - 1] ?? 0)) {
        had[decision[0]] = (had[decision[0]] ?? 0) + 1;
        round = Math.max(round, had[decision[0]]);
      }
      return round;
    });
  };
  // Goes to the beginning of a turn or a round, or to a step.
  const seekNumber = () => {
    const wanted = element("number").valueAsNumber;
    const kinds = { turn: view.turns, round: view.rounds, step: view.steps.map((_, i) => i) };
    const found = kinds[element("unit").value].indexOf(wanted);
    if (found < 0) return;
    pause();
    go(found);
  };

  // A part of the picture with its layers.
  const made = ({ width, height }, i, svg) => {
    const one = svg instanceof SVGElement ? svg : document.createElementNS(SVG, "svg");
    one.setAttribute("viewBox", `0 0 ${width} ${height}`);
    one.replaceChildren();
    // The position in words describes what is not the board.
    if (i) one.setAttribute("aria-hidden", "true");
    return { svg: one, layers: Array.from({ length: SAID }, () => one.appendChild(document.createElementNS(SVG, "g"))) };
  };
  // Puts parts into their containers.
  const set = (some, first, others) => {
    some.forEach(({ svg }, i) => {
      const { above } = view.parts[i];
      svg.classList.toggle("above", above);
      if (i && above) first.insertBefore(svg, some[0].svg.parentNode === first ? some[0].svg : null);
      else (i ? others : first).append(svg);
    });
    // Who plays has their own things first, even before the legend.
    const own = plays && some.find((_, i) => i > 1 && !view.parts[i].above);
    if (own) others.prepend(own.svg);
  };
  // Makes the parts that are not there yet, and gives all their sizes.
  const furnish = () => {
    for (let i = parts.length; i < view.parts.length; i++) parts.push(made(view.parts[i], i, i ? null : board));
    set(parts, table, panels);
    board.append(marks);
  };

  const shape = (tag, attributes) => {
    const node = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };
  // A strip of the whole game, from above: the points of each player, the time that each decision took, in its player's
  // colour, whose turn it is, and what was refused.
  // Each row has its height; a telephone has room for the first two, and shows refusals across the second.
  const ROWS = [[34, "points"], [22, "time"], [15, "turns"], [15, "refused"]];
  const rowsNow = () => {
    const rows = narrow() ? [[16, "points"], [16, "time"]] : ROWS;
    let top = 0;
    return rows.map(([high, name], i) => {
      top += high;
      return { name: i ? name : view.counts || name, from: top - high, to: top };
    });
  };
  const tintOf = (player) => view.seats[player]?.[1] ?? "";
  const curve = (player, { to: CURVES }) => {
    const all = view.points.flatMap(([, points]) => points.map((one) => one ?? 0));
    const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
    const height = (points) => 2 + (CURVES - 4) * (high - points) / (high - low);
    const points = view.points.map(([from, points]) => [from, points[player] ?? 0]);
    const path = points.map(([from, one], i) => `${i ? "H" : "M0 "}${i ? `${from}V` : ""}${height(one).toFixed(1)}`).join("");
    const line = `${path}H${view.steps.length}`;
    return [shape("path", { class: "casing", d: line }), shape("path", { class: `curve ${tintOf(player)}`, d: line })];
  };
  const strip = () => {
    if (!view.steps.length) return;
    const rows = rowsNow();
    const [points, time, turn, refusal] = rows;
    const all = rows.at(-1).to;
    const wrong = refusal ?? time;
    const most = Math.max(1, ...view.steps.map((step) => step[5]?.[1] ?? 0));
    const bars = view.steps.flatMap((step, i) => {
      if (wasRefused(step)) return [shape("rect", { class: "bad", x: i, y: wrong.from + 1, width: 1, height: wrong.to - wrong.from - 2 })];
      const [player, ms] = step[5] ?? [];
      if (player === undefined) return [];
      const high = 4 + (ms === null ? 0 : Math.round((time.to - time.from - 7) * ms / most));
      return [shape("rect", { class: `time ${tintOf(player)}`, x: i, y: time.to - 1 - high, width: 1, height: high })];
    });
    const starts = turn ? view.steps.flatMap((step, i) => (hasTurned(step, i) ? [i] : [])) : [];
    const turns = starts.map((from, i) => shape("rect", {
      class: `turn ${tintOf(view.steps[from][5][0])}`, x: from, y: turn.from + 2, width: (starts[i + 1] ?? view.steps.length) - from, height: turn.to - turn.from - 4,
    }));
    const counted = view.points.some(([, points]) => points.some((one) => one !== null));
    const curves = counted ? view.seats.flatMap((_, player) => curve(player, points)) : [];
    const divides = rows.slice(1).map(({ from }) => shape("path", { class: "divide", d: `M0 ${from}H${view.steps.length}` }));
    const box = element("strip");
    box.setAttribute("viewBox", `0 0 ${view.steps.length} ${all}`);
    box.replaceChildren(shape("rect", { id: "now", x: at, y: 0, width: 1, height: all }), ...divides, ...turns, ...bars, ...curves);
    const each = box.clientWidth / view.steps.length;
    box.style.setProperty("--outline", Math.max(0.3, Math.min(1, each / 4)).toFixed(2));
    element("rows").style.gridTemplateRows = rows.map(({ from, to }) => `${to - from}fr`).join(" ");
    element("rows").replaceChildren(...rows.map(({ name }) => text("span", name)));
  };
  // The players with their colours and their points at this step.
  const seated = () => {
    const points = view.points.findLast(([from]) => from <= at)?.[1] ?? [];
    element("seats").replaceChildren(...view.seats.map(([name, tint], player) => {
      const item = text("li", (points[player] ?? null) === null ? name : `${name}: ${points[player]}`);
      item.className = tint;
      return item;
    }));
  };
  // All that was scored, by step; written only while it is open.
  const scores = () => {
    const steps = view.steps.flatMap((step, i) => (hasScored(step) ? [i] : []));
    element("scores").hidden = steps.length === 0;
    element("scores-count").textContent = `Scored at ${steps.length} ${steps.length === 1 ? "step" : "steps"}`;
    element("scores-list").replaceChildren(...(element("scores").open ? steps : []).map((i) => {
      const item = document.createElement("li");
      const button = text("button", `Step ${i}${turnOf(i)}: ${view.steps[i][6].map(([, words]) => data.texts[words]).join("; ")}`);
      button.addEventListener("click", () => { pause(); go(i); });
      item.append(button);
      return item;
    }));
  };

  // The event before, into which draws are folded.
  let cause = null;
  const itemOf = (step, i) => {
    const item = document.createElement("li");
    item.dataset.step = i;
    item.append(text("button", data.texts[step[1]] || "…"));
    if (hasScored(step)) item.append(document.createElement("ul"));
    item.lastChild.append(...step[6].map(gain));
    if (wasRefused(step)) item.className = "bad";
    else if (wasDrawn(step) && cause) {
      item.className = "drawn";
      cause.dataset.draws = Number(cause.dataset.draws || 0) + 1;
      return item;
    }
    cause = item;
    return item;
  };
  // Takes up the steps from this one on.
  const grow = (from) => {
    view.turns = turnsOf(view.steps);
    view.rounds = roundsOf(view.steps, view.turns);
    furnish();
    element("events").append(...view.steps.slice(from).map((step, i) => itemOf(step, from + i)));
    element("slider").max = view.steps.length - 1;
    strip();
    scores();
    for (const [id, [, is]] of Object.entries(KINDS)) element(id).disabled = !view.steps.some(is);
  };

  const look = (game, viewer, step) => {
    pause();
    view = data.games[game].views[viewer];
    parts.splice(1).forEach(({ svg }) => svg.remove());
    parts.length = 0;
    drawn = new Map();
    shown = new Set();
    [at, dismissed] = [-1, -1];
    cause = null;
    element("unknown").hidden = true;
    element("events").replaceChildren();
    grow(0);
    go(step);
    resize(0);
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

  element("game").addEventListener("change", (event) => choose(Number(event.target.value), 0, 0));
  element("viewer").addEventListener("change", (event) => look(Number(element("game").value), Number(event.target.value), at));
  for (const [id] of OFFERS) element(id).addEventListener("toggle", list);
  for (const id of ["number", "unit"]) element(id).addEventListener("change", seekNumber);
  window.addEventListener("resize", () => { if (!size) resize(0); });
  element("scores").addEventListener("toggle", scores);
  element("words").addEventListener("toggle", describe);
  element("strip").addEventListener("click", (event) => {
    const { left, width } = element("strip").getBoundingClientRect();
    pause();
    go(Math.floor((event.clientX - left) / width * view.steps.length));
  });
  element("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  element("events").addEventListener("click", (event) => {
    const item = event.target.closest("li");
    dismissed = -1;
    if (item) go([...item.parentNode.children].indexOf(item));
  });

  const acts = {
    first: () => go(0),
    back: () => go(at - 1),
    play,
    next: () => go(at + 1),
    last: () => go(view.steps.length - 1),
    ...Object.fromEntries(Object.entries(KINDS).map(([id, [, is]]) => [id, () => seek(after, is)])),
  };
  for (const [id, act] of Object.entries(acts)) {
    element(id).addEventListener("click", () => { if (id !== "play") pause(); act(); });
  }
  const tools = { smaller: reduce, larger: enlarge, turn, link: copy, save, help };
  for (const [id, act] of Object.entries(tools)) element(id).addEventListener("click", act);
  const keys = {
    Home: acts.first, ArrowLeft: acts.back, " ": play, ArrowRight: acts.next, End: acts.last,
    ...Object.fromEntries(Object.entries(KINDS).flatMap(([id, [key, is]]) => [[key, acts[id]], [key.toUpperCase(), () => seek(before, is)]])),
    PageUp: () => go(at - 10), PageDown: () => go(at + 10),
  };
  const aside = { "+": enlarge, "-": reduce, "?": help, f: turn, F: turn };
  document.addEventListener("click", pressed, { capture: true });
  document.addEventListener("keydown", (event) => {
    const apart = event.ctrlKey || event.metaKey || event.altKey || ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key);
    if (!apart && (event.key === "Escape" || !element("refusal").contains(event.target))) dismiss();
  }, { capture: true });
  document.addEventListener("keydown", (event) => {
    const by = event.shiftKey && { ArrowLeft: -80, ArrowRight: 80 }[event.key];
    const other = by ? () => element("scroll").scrollBy(by, 0) : aside[event.key];
    const act = other || keys[event.key];
    const { tagName, id } = event.target;
    if (!act || event.ctrlKey || event.metaKey || event.altKey || tagName === "SELECT" || ["text", "number"].includes(event.target.type) || (event.key === " " && id === "fold")) return;
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
  // Shows these games, from this step on for the viewer of this name.
  const begin = (all, called, step) => {
    data = all;
    sprites.clear();
    element("game").replaceChildren(...data.games.map((game, i) => {
      const option = text("option", `${i + 1}. ${game.title}`);
      option.value = i;
      return option;
    }));
    element("game-label").hidden = data.games.length < 2;
    choose(0, Math.max(0, all.games[0].views.findIndex(({ viewer }) => viewer === called)), step);
    if (plays) face();
    fold();
  };
  const legalAt = (step) => (view.steps[step]?.[4]?.[2] ?? []).map((number) => data.texts[number]);
  const ownSeat = () => view.seats.findIndex(([name]) => name === view.viewer);
  // Turns the board to a player of two whose own ground lies above that of the other at the start.
  const face = () => {
    const own = ownSeat();
    if (own < 0 || view.seats.length !== 2) return;
    const places = data.changes[view.steps[0][0]][1].map(sprite).filter(({ layer, part }) => layer === PLACE && !part);
    const [even, odd] = [".region:not(.other)", ".other"].map((kind) => {
      const all = places.filter(({ group }) => group.querySelector(kind));
      return all.reduce((sum, { y }) => sum + y, 0) / all.length;
    });
    if ((own ? odd < even : even < odd) !== turned) turn();
  };
  // Adds steps to the only game. Those who look at the last step are taken along.
  const add = (news) => {
    const along = at === view.steps.length - 1;
    for (const key of ["drawings", "sprites", "changes", "texts", "rules"]) news[key].forEach((one) => data[key].push(one));
    news.points.forEach((one) => view.points.push(one));
    news.steps.forEach((one) => view.steps.push(one));
    Object.assign(view, { seats: news.seats, parts: news.parts, counts: news.counts });
    grow(news.from);
    if (along) go(view.steps.length - 1);
    else go(at);
  };
  document.body.classList.toggle("plays", plays);
  if (embedded.games) {
    begin(embedded, "", 0);
    follow();
  }
  return {
    begin, add, follow, go, text, placeAt, live: embedded.live,
    step: () => at,
    steps: () => view.steps.length,
    // The legal actions at the last step.
    legal: () => legalAt(view.steps.length - 1),
    // What the last step waits for.
    waits: () => data.texts[view.steps.at(-1)[2]],
    // What happened since the own last decision, without what was drawn; and whether there was one.
    meanwhile: () => {
      const own = ownSeat();
      const last = view.steps.findLastIndex((step) => step[5]?.[0] === own);
      const since = view.steps.slice(Math.max(1, last + 1)).filter((step) => !wasDrawn(step));
      return [since.map((step) => data.texts[step[1]]), last >= 0];
    },
    places: () => [...placed().places.keys()],
    ring: (may, chosen) => marks.replaceChildren(...rings(may, "may"), ...rings(chosen, "chosen")),
    onstep: (act) => { watching = act; },
  };
})();

