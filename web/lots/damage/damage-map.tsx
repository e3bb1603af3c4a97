import { t } from '#web/platform/language/text.ts'
import { lazy, useState } from 'react'
import type { Vehicle } from '#contract/lots/lots.ts'
import { MarkSign, SeverityLegend } from './damage-marks.tsx'
import { kindWords, SEVERITY_NAMES } from './damage-words.ts'
import { WhenSeen } from '../when-seen.tsx'

/** The outlines are far down the page, and most visits never reach them. */
const DamageDrawing = lazy(() => import('./damage-drawing.tsx'))

/** Where the damage is: numbered marks on the outline from above and from both sides, the same numbers in the list below. */
export function DamageMap({ vehicle }: { vehicle: Vehicle }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const marks = vehicle.damageMap
  // Without an inspection, the flaws above say that there may be more.
  if (marks.length === 0 && vehicle.inspection === null) return null
  return (
    <section aria-labelledby="damage" className="far">
      <h2 id="damage" className="text-lg">
        {t`Damage`}
      </h2>
      {marks.length === 0 ? (
        <p className="mt-2 text-slate">{t`The inspection found no damage.`}</p>
      ) : (
        <>
          <WhenSeen placeholderClass="mt-4 mb-5 aspect-[1000/430] sm:max-w-[38rem]">
            <DamageDrawing
              body={vehicle.body}
              marks={marks}
              chosen={chosen}
              onChoose={(index) => setChosen(index === chosen ? null : index)}
            />
          </WhenSeen>
          {vehicle.inspection === null ? (
            <p className="mt-2 mb-3 text-slate">{t`Not inspected. There may be unlisted damage.`}</p>
          ) : null}
          <SeverityLegend marks={marks} />
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
                  <strong className="font-semibold">{kindWords(mark.kind)}</strong>, {SEVERITY_NAMES[mark.severity]}
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
