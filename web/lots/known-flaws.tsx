/** The list of known flaws, and whose statement it is. */
import { t } from '#web/platform/language/text.ts'
export function KnownFlaws({ flaws, isInspected }: { flaws: string[]; isInspected: boolean }) {
  return (
    <LotWords
      title={t`Known flaws`}
      lines={flaws}
      note={isInspected ? null : t`Listed by the seller. Not inspected.`}
      empty={
        isInspected ? t`The inspection found none beyond normal wear.` : t`Not inspected. There may be unlisted flaws.`
      }
    />
  )
}

/** A list of statements about a lot. */
export function LotWords({
  title,
  lines,
  note = null,
  empty = '',
}: {
  title: string
  lines: string[]
  note?: string | null
  empty?: string
}) {
  const id = title.replaceAll(' ', '-').toLowerCase()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {lines.length === 0 ? (
        <p className="mt-2 text-slate">{empty}</p>
      ) : (
        <>
          {note === null ? null : <p className="mt-2 text-slate">{note}</p>}
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {lines.map((line) => (
              <li key={line} className="py-2.5">
                {line}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
