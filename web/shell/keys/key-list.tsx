import { t } from '#web/platform/language/text.ts'
import { useLocation } from 'wouter'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { adminKeys, type KeyGroup } from '../admin/admin-keys.ts'

const KEYS: KeyGroup[] = [
  {
    title: null,
    keys: [
      [['/'], t`Search`],
      [['B'], t`Go to bid box`],
      [['←', '→'], t`Previous or next photo`],
      [['+', '−', '0'], t`Zoom photo in, out, reset`],
      [['F'], t`Full-screen photo`],
      [['F8'], t`Go to notification`],
      [[t`Esc`], t`Close dialog or panel`],
      [['?'], t`Keyboard shortcuts`],
    ],
  },
]

/** The keys of the pages the person is on: those of staff are others, and some have the same letter. */
export default function KeyList({ onClose }: { onClose(): void }) {
  const [location] = useLocation()
  const groups = location === paths.admin || location.startsWith(`${paths.admin}/`) ? adminKeys() : KEYS
  return (
    <Dialog onClose={onClose} title={t`Keyboard shortcuts`}>
      {groups.map(({ title, keys }) => (
        <div key={title} className="not-first:mt-5">
          {title === null ? null : <h3 className="mb-2 text-sm text-slate">{title}</h3>}
          <dl className="grid grid-cols-[6rem_1fr] items-baseline gap-x-4 gap-y-2">
            {keys.map(([names, what]) => (
              <div key={what} className="contents">
                <dt className="flex gap-1">
                  {names.map((key) => (
                    <kbd
                      key={key}
                      className="min-w-7 rounded-sm border border-edge px-1.5 py-0.5 text-center font-sans font-semibold"
                    >
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </Dialog>
  )
}
