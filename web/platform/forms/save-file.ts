/** Makes the browser save a file under a name, as if it had been a link. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun with the click; browsers read the content immediately.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
