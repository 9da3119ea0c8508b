"use strict";
// Lets a player act on the page: by places on the board, by a list, or by words. What is sent is judged; a refusal comes back
// as a step with its reasons.
const seat = (() => {
  const element = (id) => document.getElementById(id);
  // Longer lists are chosen part by part, as at the terminal.
  const MANY = 100;
  // Longer options are listed with only that in which they differ.
  const LONG = 60;
  const form = element("answer");
  let asked = null;
  let actions = [];
  // The places that were pressed, in order, the words that were chosen as a part of a long list, and the action.
  let places = [];
  let begun = "";
  let chosen = -1;

  // The parts of an action, each some words and the places after them: `set up the chief on` C3, `tents on` B1, B2, B4.
  let split = null;
  const known = new Map();
  const partsOf = (action) => {
    if (!known.has(action)) {
      const parts = [];
      for (const [at, piece] of (split ? action.split(split) : [action]).entries()) {
        if (at % 2) parts.at(-1).places.push(piece);
        else if (!at || !/^(,|,? and)? $/.test(piece)) parts.push({ words: piece, places: [] });
      }
      known.set(action, parts);
    }
    return known.get(action);
  };
  const mentions = (action, place) => partsOf(action).some((part) => part.places.includes(place));
  const typed = () => element("say").value.trim();
  const tokens = () => typed().toLowerCase().split(/[\s,;:]+/).filter(Boolean);

  // Whether presses fill the parts of an action one after another; within a part they come in any order.
  const filled = (action) => {
    let rest = places;
    for (const part of partsOf(action)) {
      const next = rest.slice(0, part.places.length);
      if (!next.every((place) => part.places.includes(place))) return false;
      rest = rest.slice(next.length);
    }
    return !rest.length;
  };
  // Whether words follow the parts of an action: each is in the part of the word before it or in a later one, but a place only if
  // those before it are all told.
  const follow = (action, words) => {
    const parts = partsOf(action).map((part) => [part.words.toLowerCase(), part.places.map((place) => place.toLowerCase())]);
    let [at, told] = [0, 0];
    for (const [i, word] of words.entries()) {
      if (told && told === parts[at]?.[1].length) [at, told] = [at + 1, 0];
      // The last word may not be typed to its end.
      if (parts[at]?.[1].some((place) => place === word || (i === words.length - 1 && place.startsWith(word)))) {
        told += 1;
        continue;
      }
      const next = parts.findIndex(([label], part) => part >= at && label.includes(word));
      if (next < 0) return false;
      if (next > at) [at, told] = [next, 0];
    }
    return true;
  };
  // The actions that name all places that were pressed, and have all words that were typed. If they are many, those in which
  // both stand in this order.
  const left = () => {
    const words = tokens();
    const whole = actions.findIndex((action) => action.toLowerCase() === typed().toLowerCase());
    if (whole >= 0) return [whole];
    const fit = actions.flatMap((action, i) => {
      const text = action.toLowerCase();
      return action.startsWith(begun) && places.every((place) => mentions(action, place)) && words.every((word) => text.includes(word)) ? [i] : [];
    });
    const exact = fit.length > MANY ? fit.filter((i) => filled(actions[i]) && follow(actions[i], words)) : [];
    return exact.length ? exact : fit;
  };

  // How many leading words these texts share.
  const shared = (texts) => {
    const [first, ...rest] = texts.map((one) => one.split(" "));
    return rest.reduce((most, other) => {
      const differ = first.slice(0, most).findIndex((word, i) => word !== other[i]);
      return differ < 0 ? most : differ;
    }, first.length);
  };
  const leading = (text, many) => text.split(" ").slice(0, many).join(" ");
  // What to choose from: the actions, or the next words in which many of them differ, with how many go on so.
  const options = (some) => {
    if (some.length <= MANY) return some.map((i) => ({ words: actions[i], all: [i] }));
    const from = shared(some.map((i) => actions[i]));
    const groups = new Map();
    for (const i of some) {
      const next = leading(actions[i], from + 1);
      groups.set(next, [...(groups.get(next) ?? []), i]);
    }
    return [...groups.values()].map((all) => ({ words: leading(actions[all[0]], shared(all.map((i) => actions[i]))), all }));
  };
  // An option as pieces, those that all options share marked: the sections between semicolons, or else the first words.
  const pieces = (all) => {
    const long = all.length > 1 && all.some(({ words }) => words.length > LONG);
    if (!long) return all.map(({ words }) => [[words, false]]);
    const sections = all.map(({ words }) => words.split(/(?<=; )/));
    const every = (one) => sections.every((other) => other.includes(one));
    if (sections.some((some) => some.some(every))) return sections.map((some) => some.map((one) => [one, every(one)]));
    const from = leading(all[0].words, shared(all.map(({ words }) => words))).length;
    return all.map(({ words }) => [[words.slice(0, from), true], [words.slice(from), false]].filter(([one]) => one));
  };
  const itemOf = ({ words, all }, told, some) => {
    const [item, button] = [document.createElement("li"), document.createElement("button")];
    button.append(...told.map(([piece, same]) => Object.assign(page.text("span", piece), { className: same ? "same" : "" })));
    button.type = "button";
    if (all.length > 1) button.append(` … (${all.length} actions)`);
    else button.setAttribute("aria-pressed", String(all[0] === chosen));
    button.addEventListener("click", () => {
      if (all.length > 1) {
        begun = `${words} `;
        show();
        element("choices").querySelector("button")?.focus({ preventScroll: true });
        return;
      }
      [chosen] = all;
      for (const other of element("choices").querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
      ready(some);
    });
    item.append(button);
    return item;
  };
  const ring = (some) => {
    if (asked && page.step() === page.steps() - 1) page.ring(some.map((i) => actions[i]), chosen < 0 ? places : [actions[chosen]]);
  };
  const show = () => {
    const some = left();
    if (!some.includes(chosen)) chosen = some.length === 1 ? some[0] : -1;
    const all = options(some);
    const told = pieces(all);
    element("choices").replaceChildren(...all.map((option, i) => itemOf(option, told[i], some)));
    const fit = some.length === actions.length ? "are possible" : "fit";
    const how = some.length > MANY ? "choose part by part" : "choose";
    element("count").textContent = some.length === 1 ? "1 action fits." : `${some.length} ${fit}: press places, type words, or ${how}.`;
    ready(some);
  };
  // What was pressed, as the beginning of the action if it is that of all that are left.
  const soFar = (some) => {
    const words = some.map((i) => partsOf(actions[i]));
    let [said, rest] = ["", places];
    for (const [at, part] of (words[0] ?? []).entries()) {
      const now = rest.slice(0, part.places.length);
      const alike = words.every((parts) => parts[at]?.words === part.words && now.every((place) => parts[at].places.includes(place)));
      if (!alike) break;
      said += part.words + now.join(", ");
      rest = rest.slice(now.length);
      if (now.length < part.places.length) break;
    }
    if (rest.length) return `On the board: ${places.join(", ")}`;
    return `So far: ${said.trim().length > begun.length ? said.trim() : begun.trim()} …`;
  };
  const ready = (some) => {
    const words = chosen < 0 && !some.length && typed();
    element("act").disabled = !asked || (chosen < 0 && !words);
    const act = chosen >= 0 ? `Play: ${actions[chosen]}` : words ? "Try these words" : "Choose an action";
    element("act").title = element("act").textContent = act;
    element("clear").disabled = !places.length && !typed() && !begun && chosen < 0;
    element("pressed").textContent = some.length > 1 && (places.length || begun) ? soFar(some) : "";
    ring(some);
  };
  const clear = () => {
    [places, begun, chosen] = [[], "", -1];
    element("say").value = "";
    show();
  };
  // What the position waits for, what happened since the own last turn, and what may be typed.
  const tell = (why) => {
    element("asked").textContent = why ? `Not understood: ${why}` : `Your turn. ${page.waits()}.`;
    const [happened, had] = page.meanwhile();
    element("since").textContent = happened.length ? `${had ? "Since your turn" : "Before"}: ${happened.join("; ")}.` : "";
    element("since").scrollTop = element("since").scrollHeight;
    const first = actions.flatMap(partsOf).find((part) => part.places.length)?.places[0];
    const words = actions.length ? leading(actions[0], 3) : "";
    element("say").placeholder = first ? `places or words, such as ${first}` : words ? `words, such as ${words}` : "words";
  };
  // Nothing is asked; only these words stand there.
  const close = (words) => {
    asked = null;
    document.body.classList.remove("asked");
    form.hidden = !words;
    form.classList.add("idle");
    element("asked").textContent = words;
  };
  // A question: its list is in the last step.
  const ask = (question) => {
    asked = question;
    actions = page.legal();
    form.hidden = false;
    form.classList.remove("idle");
    document.body.classList.add("asked");
    page.go(page.steps() - 1);
    const names = page.places().map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    names.sort((one, other) => other.length - one.length);
    split = names.length ? new RegExp(`\\b(${names.join("|")})\\b`) : null;
    known.clear();
    tell(question.why);
    clear();
    const idle = document.activeElement === document.body || form.contains(document.activeElement);
    if (idle && !matchMedia("(pointer: coarse)").matches) element("say").focus({ preventScroll: true });
  };
  const send = async (event) => {
    event.preventDefault();
    if (element("act").disabled) return;
    const { id, to } = asked;
    const answer = chosen >= 0 ? { ask: id, pick: chosen } : { ask: id, say: typed() };
    close("Sent. The others are to act.");
    try {
      const told = await fetch(to, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(answer) });
      if (!told.ok && told.status !== 409) throw new Error(await told.text());
    } catch {
      // It is asked again when the connection is back.
      element("asked").textContent = "The answer did not arrive.";
      page.restart?.();
    }
  };

  form.addEventListener("submit", send);
  element("clear").addEventListener("click", clear);
  element("say").addEventListener("input", () => {
    chosen = -1;
    show();
  });
  element("board").addEventListener("click", (event) => {
    const place = asked && page.placeAt(event.clientX, event.clientY);
    if (!place) return;
    places = places.includes(place) ? places.filter((one) => one !== place) : [...places, place];
    chosen = -1;
    show();
  });
  page.onstep(() => { if (asked) ring(left()); });
  return { ask, close };
})();
