import { lazy, type ComponentType } from 'react'

/** React's own `lazy`. */
export function lazyPart<P extends object = object>(fetchFile: () => Promise<{ default: ComponentType<P> }>) {
  return { Part: lazy(fetchFile), load: fetchFile, prepare: () => void fetchFile().catch(() => undefined) }
}
