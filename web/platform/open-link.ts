/** Leaves for a page of another house, such as a payment provider's. */
export function leaveFor(url: string): void {
  location.assign(url)
}

/**
 * Opens what a browser shows by itself (a PDF) in a tab of its own. The tab is opened in the press, before the link is known: later
 * the browser would take it for an unasked window.
 */
export async function openInTab(link: () => Promise<{ url: string }>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const { url } = await link()
    if (tab === null) location.assign(url)
    else tab.location.replace(url)
  } catch (failure) {
    tab?.close()
    throw failure
  }
}
