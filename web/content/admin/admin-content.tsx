import { Link } from 'wouter'
import { type ContentText, listContent } from '#contract/content/edit-content.ts'
import { paths } from '#web/paths.ts'
import { formatInstant } from '#web/platform/time.ts'
import { useRead } from '#web/platform/use-read.ts'
import { ReadList } from '#web/ui/list/list-filter.tsx'
import { nameOfText } from './name-of-text.ts'
import { t } from '#web/platform/language/text.ts'

const GROUPS: Record<ContentText['group'], string> = {
  pages: t`Pages`,
  faq: t`FAQ`,
  banner: t`Announcement`,
  emails: t`Emails`,
  push: t`Push messages`,
}

/** Every text that the owner can edit. */
export default function AdminContent() {
  const { data, error } = useRead(listContent, {})
  return (
    <>
      <h1 className="text-xl">{t`Content`}</h1>
      <p className="mt-1 max-w-[44rem] text-slate">{t`What your pages, emails and push messages say. A text you haven’t edited is updated with each release.`}</p>
      <ReadList data={data} error={error}>
        {({ items }) => (
          <>
            {(Object.keys(GROUPS) as ContentText['group'][])
              .map((group) => ({ group, texts: items.filter((item) => item.group === group) }))
              .filter(({ texts }) => texts.length > 0)
              .map(({ group, texts }) => (
                <section key={group} aria-labelledby={`group-${group}`} className="mt-8 max-w-[60rem]">
                  <h2 id={`group-${group}`} className="text-lg">
                    {GROUPS[group]}
                  </h2>
                  <ul className="mt-2 border-b border-line">
                    {texts.map((text) => (
                      <TextRow key={text.name} text={text} />
                    ))}
                  </ul>
                </section>
              ))}
          </>
        )}
      </ReadList>
    </>
  )
}

function TextRow({ text }: { text: ContentText }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-6 border-t border-line sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Link
        href={paths.adminPage(`content/${text.name}`)}
        className="inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4"
      >
        {nameOfText(text)}
      </Link>
      <span className="self-center py-1 text-sm text-slate">{stateWords(text)}</span>
    </li>
  )
}

function stateWords({ changedAt, changedBy, nextAt }: ContentText): string {
  const now = changedAt === null ? t`Not edited` : editedWords(formatInstant(changedAt), changedBy)
  return nextAt === null ? now : t`${now}. Changes ${formatInstant(nextAt)}`
}

function editedWords(date: string, by: string | null): string {
  return by === null ? t`Edited ${date} by a colleague` : t`Edited ${date} by ${by}`
}
