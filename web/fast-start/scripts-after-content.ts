/**
 * For benchmark b8: a visitor's start page, search and FAQ have 100 points with it, the largest content after 0.9 to 1.3 s; 99 and 1.8 to
 * 2.1 s with the scripts named in the page, the plain way (3 cold visits each, Nov 28, 2026). On a real slow line what is read comes
 * 0.1 s earlier, and the page is at work 0.2 to 0.35 s later.
 *
 * Fetches the scripts of a page that already shows its content to this reader; the server has put them into a template, and nothing else
 * fetches them. A visitor's come after the first paint, so that nothing competes with what is read first. They come at once if nothing
 * can be read yet, or in a background tab, which paints nothing, and for members, who have come to bid. What only the others need isn't
 * fetched ahead.
 */
export function fetchScripts(page: Document = document): void {
  const scripts = page.querySelector<HTMLTemplateElement>('template[data-scripts]')
  if (scripts === null) return
  const reader = page.documentElement.dataset['reader'] ?? ''
  const others = reader.includes('signed-in') ? 'visitors' : 'members'
  for (const script of scripts.content.querySelectorAll(`[data-for="${others}"]`)) script.remove()
  const isVisitorReading = reader === '' && !page.hidden
  // Written into the page, they wait for its end, as scripts of modules do.
  if (isVisitorReading) afterFirstPaint(() => page.head.append(page.importNode(scripts.content, true)))
  else page.write(scripts.innerHTML)
}

/** Longer than any first paint; after that the scripts come without one. */
const PAINT_MS_MAX = 3000

/** Once the content is on the screen, and the page whole: scripts that are added run as soon as they arrive. */
function afterFirstPaint(run: () => void): void {
  let isDone = false
  const painted = () => {
    if (isDone) return
    isDone = true
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run, { once: true })
    else run()
  }
  setTimeout(painted, PAINT_MS_MAX)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) painted()
  }).observe({ type: 'paint', buffered: true })
}
