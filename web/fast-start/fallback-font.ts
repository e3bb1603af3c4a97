/**
 * For benchmark b8: the first content of a cold home page after 1.46 s, and after 1.78 s where the page names its own font from the start,
 * the plain way (Nov 27, 2026); text pages lose a point.
 *
 * First-time visitors see the page in the system font before Archivo is fetched: on a slow connection it must not compete with the first
 * content. The metrics are the same. Returning visitors have the file in the service worker's cache.
 */
export function useFallbackFont(): void {
  if (navigator.serviceWorker?.controller == null) document.documentElement.dataset['face'] = 'borrowed'
}

/** Uses Archivo once it is loaded. A page that names a font before it is loaded is laid out twice. */
export async function showOwnFace(): Promise<void> {
  await document.fonts?.load('1em "Archivo Variable"').catch(() => [])
  delete document.documentElement.dataset['face']
}
