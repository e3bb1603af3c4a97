import { reloadFresh } from '../platform/leave.ts'

/** Shown when the page could not start: the error's details and a link to reload. */
export function showStartFailure(failure: unknown): void {
  console.error(failure)
  const details = element('pre', failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure))
  details.className = 'mt-6 overflow-x-auto whitespace-pre-wrap rounded-md bg-fog p-4 text-xs'
  show(
    'This page couldn’t start',
    'Only this page failed. Your bids still count. Reload the page. If that doesn’t help, send the details below to support.',
    details,
    reloadButton('Reload page'),
    supportLink(),
  )
}

/** The document has no root element for the application: it arrived incomplete or was changed on the way. */
export function showMissingRoot(): void {
  show(
    'This page is incomplete',
    'Part of the page didn’t load. Refresh the page. If you still see this message, contact support.',
    reloadButton('Refresh page'),
    supportLink(),
  )
}

function reloadButton(label: string): HTMLElement {
  const button = element('button', label)
  button.className = 'mt-6 mr-4 min-h-11 rounded-md bg-plate px-4 font-semibold text-plate-ink'
  button.addEventListener('click', reloadFresh)
  return button
}

/** A plain link: its page loads completely. */
function supportLink(): HTMLElement {
  const link = element('a', 'Contact support')
  link.setAttribute('href', '/support')
  link.className = 'inline-flex min-h-11 items-center text-link'
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
  document.title = heading.textContent
  document.body.replaceChildren(main)
}

/** In the page's language, without the code for it: this works when nothing else does. */
function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = globalThis.languageCatalog?.translate(text) ?? text
  return made
}
