/** Leaves for an external page, such as a payment provider's. */
export function leaveFor(url: string): void {
  location.assign(url)
}

/**
 * Opens what a browser displays itself (a PDF) in a new tab. The tab is opened during the press, before the link is
 * known: later the browser would block it as a pop-up.
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
