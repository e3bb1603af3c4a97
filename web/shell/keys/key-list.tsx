import { t } from '#web/platform/language/text.ts'
import { Dialog, DialogContent } from '../../ui/dialog.tsx'

const KEYS: [keys: string[], what: string][] = [
  [['/'], t`Search`],
  [['B'], t`Go to bid box`],
  [['←', '→'], t`Previous or next photo`],
  [['+', '−', '0'], t`Zoom photo in, out, reset`],
  [['F'], t`Full-screen photo`],
  [['G'], t`Administration: go to page`],
  [['F8'], t`Go to notification`],
  [[t`Esc`], t`Close dialog or panel`],
  [['?'], t`Keyboard shortcuts`],
]

export default function KeyList({ onClose }: { onClose(): void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t`Keyboard shortcuts`}>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-3">
          {KEYS.map(([keys, what]) => (
            <div key={what} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
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
      </DialogContent>
    </Dialog>
  )
}
