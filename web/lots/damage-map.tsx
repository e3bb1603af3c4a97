import { useState } from 'react'
import { OUTLINE_SIDES, type DamageMark, type Vehicle } from '#contract/lots.ts'
import { BodyOutline, SIDE_SHAPE, SIDE_WORDS } from './body-outline.tsx'
import { MarkSign, MarksLayer, SeverityLegend } from './damage-marks.tsx'

/** Where the damage is: numbered marks on the outline from above and from both sides, the same numbers in the list beneath. */
export function DamageMap({ vehicle }: { vehicle: Vehicle }) {
  const [chosen, setChosen] = useState<number | null>(null)
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
          <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {OUTLINE_SIDES.filter((side) => side === 'top' || marks.some((mark) => sideOf(mark) === side)).map(
              (side) => (
                <figure key={side} className={side === 'top' ? 'sm:col-span-2 sm:max-w-[38rem]' : ''}>
                  <div className={`relative ${SIDE_SHAPE[side]}`}>
                    <BodyOutline body={vehicle.body} side={side} />
                    <MarksLayer
                      marks={marks.map((mark, index) => ({ ...mark, index })).filter((mark) => sideOf(mark) === side)}
                      chosen={chosen}
                      onChoose={(index) => setChosen(index === chosen ? null : index)}
                    />
                  </div>
                  <figcaption className="text-center text-xs text-slate">{SIDE_WORDS[side]}</figcaption>
                </figure>
              ),
            )}
          </div>
          <SeverityLegend />
          <ol className="mt-4 border-b border-line">
            {marks.map((mark, index) => (
              <li
                key={index}
                className={`grid grid-cols-[2.5rem_1fr] items-start border-t border-line py-2.5 ${index === chosen ? 'bg-fog' : ''}`}
              >
                <span>
                  <span className="sr-only">{index + 1}</span>
                  <MarkSign severity={mark.severity} index={index} />
                </span>
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

/** Marks that do not say from where were made from above. */
export function sideOf(mark: DamageMark): NonNullable<DamageMark['side']> {
  return mark.side ?? 'top'
}
