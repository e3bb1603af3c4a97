/**
 * Who is here for the first time sees the page in the system's face before Archivo is fetched: on a slow line it does not share with what
 * the page shows first. The metrics are the same. Who was here before has the file in the service worker's hands.
 */
export function borrowFace(): void {
  if (navigator.serviceWorker?.controller == null) document.documentElement.dataset['face'] = 'borrowed'
}

/** Shows Archivo as soon as it is here. A page that names a face before it has it is laid out twice: for the name, and for the face. */
export async function showOwnFace(): Promise<void> {
  await document.fonts?.load('1em "Archivo Variable"').catch(() => [])
  delete document.documentElement.dataset['face']
}
