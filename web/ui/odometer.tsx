import { useRef } from 'react'
import { formatMoney } from '#web/platform/money.ts'
import { useReducedMotion } from './media-query.ts'

/**
 * A live price. When it changes, only the digits that differ roll (180 ms); with reduced motion the whole price flashes
 * once. `amount` in minor units of `currency`.
 */
export function Odometer({ amount, currency }: { amount: number; currency: string }) {
  const calm = useReducedMotion()
  const beat = useBeat(amount)
  const text = formatMoney(amount, currency)
  const characters = [...text]
  return (
    <span className="inline-block">
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="odometer" data-motion={calm ? 'flash' : 'roll'} data-beat={beat}>
        {characters.map((character, index) => (
          // Counted from the right, so that a price that gains a digit keeps its existing columns.
          <Column key={characters.length - index} character={character} />
        ))}
      </span>
    </span>
  )
}

function Column({ character }: { character: string }) {
  if (character < '0' || character > '9') return <span>{character}</span>
  return <span className="odometer-digit" data-digit={character} />
}

/** Alternates at each change of `amount`; `still` until the first. */
function useBeat(amount: number): 'still' | 'odd' | 'even' {
  const seen = useRef({ amount, beats: 0 })
  if (seen.current.amount !== amount) seen.current = { amount, beats: seen.current.beats + 1 }
  if (seen.current.beats === 0) return 'still'
  return seen.current.beats % 2 === 1 ? 'odd' : 'even'
}
