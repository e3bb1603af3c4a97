import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/**
 * A screen, or a part of one, whose file is fetched when it is first shown or loaded. What has been loaded is shown without a wait, for
 * which React would show something else: both hold the same promise.
 */
export function lazyPart(load: Load): { Part: LazyExoticComponent<ComponentType>; load: Load } {
  let loading: ReturnType<Load> | null = null
  const once = () => (loading ??= load())
  return { Part: lazy(once), load: once }
}
