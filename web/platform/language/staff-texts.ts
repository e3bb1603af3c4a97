let loading: Promise<void> | null = null

/** Loads what only staff see in the language of the page, before any of their screens; English has it already. */
export function loadStaffTexts(): Promise<void> {
  const file = globalThis.languageCatalog?.staff
  if (file === undefined) return Promise.resolve()
  loading ??= new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), file)
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      loading = null
      reject(new Error('The texts for staff could not be loaded'))
    }
    document.head.append(script)
  })
  return loading
}
