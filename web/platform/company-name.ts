import { useSyncExternalStore } from 'react'

const META = 'meta[name="application-name"]'
const listeners = new Set<() => void>()

/** The company's name, as the page brought it or as it was read last; empty until it is known. */
function companyName(): string {
  return document.querySelector<HTMLMetaElement>(META)?.content ?? ''
}

/** Notes the name that was read: titles follow a change without a reload. */
export function noteCompanyName(name: string): void {
  if (name === companyName()) return
  const meta = document.querySelector<HTMLMetaElement>(META) ?? document.createElement('meta')
  meta.name = 'application-name'
  meta.content = name
  document.head.append(meta)
  for (const listener of listeners) listener()
}

export function useCompanyName(): string {
  return useSyncExternalStore(subscribe, companyName)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
