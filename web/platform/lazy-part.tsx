import { type ComponentType, lazy, useState } from 'react'

export type LazyPart<P extends object> = {
  Part: ComponentType<P>
  load: () => Promise<{ default: ComponentType<P> }>
  /** Fetches the file ahead of time. After a failure it is tried again when the part is shown. */
  prepare: () => void
}

/**
 * A screen, or a part of one, whose file is fetched when it is first shown or preloaded. A loaded part renders
 * immediately: `lazy` suspends even on a resolved promise, and React then keeps its fallback for at least 300 ms.
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
    // One or the other for the component's lifetime: a switch would remount it.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Later)
    return <Shown {...props} />
  }
  return { Part, load, prepare: () => void load().catch(() => undefined) }
}
