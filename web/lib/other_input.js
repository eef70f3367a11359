// Notices when a person does anything other than press a certain button.

/** The keys that press the button that has the focus, and those that only silence or control a screen reader. */
const IGNORED = ['Enter', ' ', 'Control', 'Shift', 'Alt', 'Meta'];

/**
 * Calls `act` as soon as the person presses something that `isButton` does not recognize, or a key that does
 * something else. There is no time limit, because some people need longer to press again.
 * @param {(pressed: Element) => boolean} isButton
 * @param {() => void} act
 * @returns {() => void} ends it
 */
export function onOtherInput(isButton, act) {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  document.addEventListener('pointerdown', ({ target }) => {
    // Another button is only pressed when it is released: until then `act` must not replace it.
    if (!(target instanceof Element && target.closest('a, button'))) act();
  }, options);
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && isButton(target))) act();
  }, options);
  document.addEventListener('keydown', ({ key }) => {
    if (!IGNORED.includes(key)) act();
  }, options);
  return () => end.abort();
}
