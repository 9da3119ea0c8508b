"use strict";
// Lets a player act on the page: by places on the board, by a list, or by words. What is sent is judged; a refusal comes back
// as a step with its reasons.
const seat = (() => {
  const element = (id) => document.getElementById(id);
  // How many actions are listed at a time.
  const MOST = 60;
  const form = element("answer");
  let asked = null;
  let actions = [];
  let places = [];
  let chosen = -1;

  const mentions = (words, place) => new RegExp(`\\b${place.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`).test(words);
  const typed = () => element("say").value.trim();
  // The actions that name all places that were pressed, and have all words that were typed.
  const left = () => {
    const words = typed().toLowerCase().split(/\s+/).filter(Boolean);
    return actions.flatMap((action, i) => {
      const text = action.toLowerCase();
      return places.every((place) => mentions(action, place)) && words.every((word) => text.includes(word)) ? [i] : [];
    });
  };
  const ring = (some) => {
    if (asked && page.step() === page.steps() - 1) page.ring(some.map((i) => actions[i]), chosen < 0 ? places : [actions[chosen]]);
  };
  const show = () => {
    const some = left();
    if (!some.includes(chosen)) chosen = some.length === 1 ? some[0] : -1;
    element("choices").replaceChildren(...some.slice(0, MOST).map((i) => {
      const item = document.createElement("li");
      const button = page.text("button", actions[i]);
      button.type = "button";
      button.setAttribute("aria-pressed", String(i === chosen));
      button.addEventListener("click", () => {
        chosen = i;
        for (const other of element("choices").querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
        ready(some);
      });
      item.append(button);
      return item;
    }));
    const more = some.length > MOST ? `, the first ${MOST} of which are listed` : "";
    const fit = some.length === actions.length ? "are possible" : "fit";
    element("count").textContent = some.length === 1 ? "1 action fits." : `${some.length} ${fit}${more}: press places, type words, or choose.`;
    ready(some);
  };
  const ready = (some) => {
    const words = chosen < 0 && !some.length && typed();
    element("act").disabled = !asked || (chosen < 0 && !words);
    element("act").textContent = chosen >= 0 ? `Play: ${actions[chosen]}` : words ? "Try these words" : "Choose an action";
    element("clear").disabled = !places.length && !typed() && chosen < 0;
    element("pressed").textContent = places.length ? `On the board: ${places.join(", ")}.` : "";
    ring(some);
  };
  const clear = () => {
    [places, chosen] = [[], -1];
    element("say").value = "";
    show();
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
    element("asked").textContent = question.why ? `Not understood: ${question.why}` : "It is your turn.";
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
  element("say").addEventListener("input", show);
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
