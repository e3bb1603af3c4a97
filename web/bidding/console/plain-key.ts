/** Whether a key press is meant for the desk: no modifier, no repeat, and not typed into a field or behind a dialog. */
export function isPlainKey(event: KeyboardEvent): boolean {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null
  const isBehind = document.querySelector('dialog[open]') !== null
  return !isTyping && !isBehind && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey
}
