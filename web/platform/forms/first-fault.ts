/**
 * Takes the keyboard to the first faulty field of a form whose save was refused, however the form shows its faults;
 * unless the person has gone on in the meantime. For as long as the page lives.
 */
export function followFaults(): void {
  let sent: HTMLFormElement | null = null
  const look = () => {
    // A request is on its way while the button that sent it rests.
    if (sent === null || sent.querySelector('[type=submit][aria-disabled=true]') !== null) return
    const first = sent.querySelector<HTMLElement>('[aria-invalid=true]')
    if (first === null) return
    const isThere = sent.contains(document.activeElement) && document.activeElement?.ariaInvalid === 'true'
    sent = null
    if (isThere) return
    first.closest('details')?.setAttribute('open', '')
    first.focus()
  }
  const onSubmit = ({ target }: Event) => {
    sent = target instanceof HTMLFormElement ? target : null
    // Faults that are the same as before change nothing in the page.
    requestAnimationFrame(look)
  }
  const forget = () => {
    sent = null
  }
  const changes = new MutationObserver(look)
  changes.observe(document.body, { subtree: true, attributeFilter: ['aria-invalid', 'aria-disabled'] })
  document.addEventListener('submit', onSubmit)
  for (const type of ['input', 'keydown', 'pointerdown']) document.addEventListener(type, forget, { capture: true })
}
