import type { Vehicle } from '#contract/lots.ts'
import { BodyOutline } from './body-outline.tsx'

/** Severity is told by the ring's weight and the word in the list, not by colour. */
const RING = { light: 3, moderate: 6, heavy: 10 }

/** Where the damage is: numbered marks on the outline, the same numbers in the list beneath. */
export function DamageMap({ vehicle }: { vehicle: Vehicle }) {
  const marks = vehicle.damageMap
  return (
    <section aria-labelledby="damage">
      <h2 id="damage" className="text-lg">
        Damage
      </h2>
      {marks.length === 0 ? (
        <p className="mt-2 text-slate">The inspection recorded no damage.</p>
      ) : (
        <>
          <svg
            viewBox="0 0 1000 430"
            role="img"
            aria-label={`Outline of the vehicle with ${marks.length} marked places`}
            className="mt-4 w-full max-w-[34rem] overflow-visible"
          >
            <BodyOutline body={vehicle.body} />
            {marks.map((mark, index) => (
              <g key={index} transform={`translate(${mark.x} ${(mark.y * 400) / 1000})`} className="text-outbid">
                <circle r="24" className="fill-paper" stroke="currentColor" strokeWidth={RING[mark.severity]} />
                <text textAnchor="middle" dy="9" className="tabular fill-ink text-[26px] font-bold">
                  {index + 1}
                </text>
              </g>
            ))}
          </svg>
          <ol className="mt-4">
            {marks.map((mark, index) => (
              <li key={index} className="grid grid-cols-[2rem_1fr] border-t border-line py-2.5">
                <span className="tabular font-bold">{index + 1}</span>
                <span>
                  <strong className="font-semibold">{mark.kind}</strong>, {mark.severity}
                  {mark.note === '' ? null : <span className="block text-slate">{mark.note}</span>}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
