/** Zoom and pan of a picture: `scale` 1 fits its frame; `x` and `y` are fractions of the frame, 0 in the middle. */
export type ZoomState = { scale: number; x: number; y: number }

/** One zoom state that any number of pictures share: pinch, wheel, drag, double tap, or buttons. */
export type Zoom = {
  state(): ZoomState
  /** Called after every change, at most once per frame. */
  watch(changed: () => void): () => void
  /** Zooms by a factor around a point of the frame, given as fractions from its middle. */
  by(factor: number, at?: { x: number; y: number }): void
  move(x: number, y: number): void
  reset(): void
  /** Attaches input handlers to a frame's content. `scroll`: what a finger does while nothing is zoomed. Returns the cleanup. */
  attach(frame: HTMLElement, content: HTMLElement, scroll: 'pan-x' | 'pan-y'): () => void
}

const SCALE_MAX = 5
/** The scale that a double tap zooms to. */
const TAP_SCALE = 2.5
const DOUBLE_TAP_MS = 300
/** A press that moved less than this is a tap. */
const TAP_PX = 8

/** Limits a picture: scale 1 to 5, never leaving its frame. */
export function within({ scale, x, y }: ZoomState): ZoomState {
  const kept = Math.min(SCALE_MAX, Math.max(1, scale))
  const most = (kept - 1) / 2
  // Avoids minus zero.
  const clamp = (value: number) => Math.min(most, Math.max(-most, value)) + 0
  return { scale: kept, x: clamp(x), y: clamp(y) }
}

/** Zooms by a factor so that the given point stays in place. */
export function scaledAt(state: ZoomState, factor: number, at = { x: 0, y: 0 }): ZoomState {
  const scale = Math.min(SCALE_MAX, Math.max(1, state.scale * factor))
  const real = scale / state.scale
  return within({ scale, x: at.x - (at.x - state.x) * real, y: at.y - (at.y - state.y) * real })
}

export function createZoom(): Zoom {
  let state: ZoomState = { scale: 1, x: 0, y: 0 }
  let frameAsked = 0
  const contents = new Map<HTMLElement, 'pan-x' | 'pan-y'>()
  const watchers = new Set<() => void>()

  // Written directly to the elements, once per frame: React renders nothing while a finger moves.
  const draw = () => {
    frameAsked = 0
    const { scale, x, y } = state
    for (const [content, scroll] of contents) {
      content.style.transform = scale === 1 ? '' : `translate(${x * 100}%, ${y * 100}%) scale(${scale})`
      content.style.touchAction = scale === 1 ? scroll : 'none'
    }
    for (const changed of watchers) changed()
  }
  const set = (next: ZoomState) => {
    state = next
    if (frameAsked === 0) frameAsked = requestAnimationFrame(draw)
  }
  const zoom: Zoom = {
    state: () => state,
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    by: (factor, at) => set(scaledAt(state, factor, at)),
    move: (x, y) => set(within({ ...state, x: state.x + x, y: state.y + y })),
    reset: () => set({ scale: 1, x: 0, y: 0 }),
    attach(frame, content, scroll) {
      contents.set(content, scroll)
      content.style.touchAction = scroll
      draw()
      const stop = handle(frame, zoom)
      return () => {
        contents.delete(content)
        stop()
      }
    },
  }
  return zoom
}

type Point = { x: number; y: number }

/** Turns pointer and wheel events on a frame into zoom and pan. */
function handle(frame: HTMLElement, zoom: Zoom): () => void {
  const fingers = new Map<number, Point>()
  let moved = 0
  let tappedAt = Number.NEGATIVE_INFINITY
  const shareOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = frame.getBoundingClientRect()
    return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 }
  }
  const down = (event: PointerEvent) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (fingers.size === 1) moved = 0
    if (zoom.state().scale > 1 && event.target instanceof Element && event.target.closest('button') === null) {
      frame.setPointerCapture(event.pointerId)
    }
  }
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId)
    if (before === undefined) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, now)
    moved += Math.hypot(now.x - before.x, now.y - before.y)
    const { width, height } = frame.getBoundingClientRect()
    if (other !== undefined) {
      const factor = distance(now, other) / Math.max(1, distance(before, other))
      zoom.by(factor, shareOf({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }))
    } else if (zoom.state().scale > 1) zoom.move((now.x - before.x) / width, (now.y - before.y) / height)
  }
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || event.type === 'pointercancel' || moved > TAP_PX) return
    if (event.target instanceof Element && event.target.closest('button') !== null) return
    const isDouble = event.timeStamp - tappedAt < DOUBLE_TAP_MS
    tappedAt = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp
    if (!isDouble && event.pointerType !== 'mouse') return
    if (zoom.state().scale > 1) zoom.reset()
    else zoom.by(TAP_SCALE, shareOf(event))
  }
  const wheel = (event: WheelEvent) => {
    // A pinch on a touchpad arrives as a wheel event with Ctrl; without Ctrl the page scrolls as usual.
    if (!event.ctrlKey) return
    event.preventDefault()
    zoom.by(Math.exp(-event.deltaY / 100), shareOf(event))
  }
  // A second finger means zooming and no longer moving to another photo.
  const touch = (event: TouchEvent) => {
    if (event.touches.length > 1) event.preventDefault()
  }
  const ends = new AbortController()
  const { signal } = ends
  frame.addEventListener('pointerdown', down, { signal })
  frame.addEventListener('pointermove', move, { signal })
  frame.addEventListener('pointerup', up, { signal })
  frame.addEventListener('pointercancel', up, { signal })
  frame.addEventListener('touchstart', touch, { signal, passive: false })
  frame.addEventListener('wheel', wheel, { signal, passive: false })
  return () => ends.abort()
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
