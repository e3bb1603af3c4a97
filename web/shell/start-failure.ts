import { reloadFresh } from '../platform/leave.ts'

/** What people see when the page could not start: the error's details and a way to load anew. */
export function showStartFailure(failure: unknown): void {
  console.error(failure)
  const details = element('pre', failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure))
  details.className = 'mt-6 overflow-x-auto whitespace-pre-wrap rounded-md bg-fog p-4 text-xs'
  show(
    'Paddock could not start',
    'Bids you have placed are safe with the auction house; only this page failed. Reload it. If that does not help, send the details below to support.',
    details,
    reloadButton('Reload the page'),
    supportLink(),
  )
}

/** The document has no place for the application: it arrived incomplete or was changed on the way. */
export function showMissingRoot(): void {
  show(
    'This page is incomplete',
    'Part of the page did not arrive. Please refresh the page. If the message stays, contact support.',
    reloadButton('Refresh the page'),
    supportLink(),
  )
}

function reloadButton(label: string): HTMLElement {
  const button = element('button', label)
  button.className = 'mt-6 mr-4 min-h-11 rounded-md bg-plate px-4 font-semibold text-plate-ink'
  button.addEventListener('click', reloadFresh)
  return button
}

/** A plain link: the page it leads to is loaded as a whole. */
function supportLink(): HTMLElement {
  const link = element('a', 'Contact support')
  link.setAttribute('href', '/support')
  link.className = 'inline-flex min-h-11 items-center text-notice underline underline-offset-4'
  return link
}

function show(title: string, text: string, ...rest: HTMLElement[]): void {
  const main = document.createElement('main')
  main.className = 'mx-auto max-w-[44rem] px-4 py-12'
  main.setAttribute('role', 'alert')
  const heading = element('h1', title)
  heading.className = 'text-xl'
  const words = element('p', text)
  words.className = 'mt-4'
  main.append(heading, words, ...rest)
  document.title = `${title} · Paddock`
  document.body.replaceChildren(main)
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
