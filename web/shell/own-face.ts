/**
 * Where a page begins with a photograph, who is here for the first time sees it in the system's face before Archivo is fetched: the two
 * do not share a slow line. The metrics are the same. Who was here before has the file in the service worker's hands.
 */
export function borrowFace(): void {
  const hasPhoto = document.head.querySelector('link[rel=preload][as=image]') !== null
  if (hasPhoto && navigator.serviceWorker?.controller == null) document.documentElement.dataset['face'] = 'borrowed'
}

export function showOwnFace(): void {
  delete document.documentElement.dataset['face']
}
