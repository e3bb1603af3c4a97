import { type ComponentType, lazy, useState } from 'react'

export type LazyPart<P extends object> = {
  Part: ComponentType<P>
  load: () => Promise<{ default: ComponentType<P> }>
  /** Fetches the file ahead of time. Where that fails it is tried again when the part is shown. */
  prepare: () => void
}

/**
 * A screen, or a part of one, whose file is fetched when it is first shown or loaded. What has been loaded by then is shown at once: `lazy`
 * waits even for a promise that is kept, shows what stands in for it, and React then lets that stand for 300 ms at least.
 */
export function lazyPart<P extends object = object>(fetchFile: LazyPart<P>['load']): LazyPart<P> {
  let loading: ReturnType<typeof fetchFile> | null = null
  let loaded: ComponentType<P> | null = null
  const load = () => {
    loading ??= fetchFile().then(
      (file) => {
        loaded = file.default
        return file
      },
      (failure: unknown) => {
        loading = null
        throw failure
      },
    )
    return loading
  }
  const Later: ComponentType<P> = lazy(load)
  function Part(props: P) {
    // One or the other for as long as it is shown: a change would begin it anew.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Later)
    return <Shown {...props} />
  }
  return { Part, load, prepare: () => void load().catch(() => undefined) }
}
