import { Dialog, DialogContent } from '../../ui/dialog.tsx'

const KEYS: [keys: string[], what: string][] = [
  [['/'], 'Search'],
  [['B'], 'The bid box of a lot'],
  [['←', '→'], 'Photographs of a lot'],
  [['+', '−', '0'], 'The large photograph: nearer, further, whole'],
  [['F'], 'The large photograph on the whole screen'],
  [['F8'], 'The message at the edge of the page'],
  [['Esc'], 'Close what lies over the page'],
  [['?'], 'This list'],
]

export default function KeyList({ onClose }: { onClose(): void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Keys">
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
