/** Fields that take letters. A box that is checked doesn't, and neither does a button. */
const TYPED_INTO =
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), textarea, select, dialog'

/** Whether a key press is meant for the page: no modifier, and not typed into a field or behind a dialog. */
export function isPlainKey(event: KeyboardEvent): boolean {
  const isTyping = event.target instanceof Element && event.target.closest(TYPED_INTO) !== null
  const isBehind = document.querySelector('dialog[open]') !== null
  return !isTyping && !isBehind && !event.ctrlKey && !event.metaKey && !event.altKey
}
