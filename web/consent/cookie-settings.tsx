import { t } from '#web/platform/language/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { Switch } from '../ui/switch.tsx'
import { useState } from 'react'
import { CATEGORIES, type Category, type Consent } from '../platform/consent-choice.ts'

const WORDS: Record<Category, { label: string; use: string }> = {
  necessary: { label: t`Necessary`, use: t`Keeps you signed in and remembers this choice. Always on.` },
  analytics: { label: t`Analytics`, use: t`Shows us which pages help, on our own servers.` },
  marketing: { label: t`Marketing`, use: t`Tells us which referral or campaign brought you here.` },
  functional: { label: t`Functional`, use: t`Remembers your settings, such as theme and time zone, between visits.` },
}

type Props = {
  /** The stored choice. */
  consent: Consent
  onClose(): void
  onAccept(): void
  onReject(): void
  onSave(choice: Consent): void
}

/** The settings dialog; its switches are discarded unless one of its three buttons is pressed. */
export default function CookieSettings({ consent, onClose, onAccept, onReject, onSave }: Props) {
  const [switches, setSwitches] = useState(consent)
  return (
    <Dialog
      onClose={onClose}
      title={t`Cookie settings`}
      description={t`Choose what we may store in this browser. You can change this any time at the bottom of every page.`}
    >
      <ul>
        {CATEGORIES.map((category) => (
          <li key={category} className="border-t border-line py-3">
            <Switch
              label={<span className="font-semibold">{WORDS[category].label}</span>}
              checked={switches[category]}
              disabled={category === 'necessary'}
              onChange={(event) => setSwitches({ ...switches, [category]: event.target.checked, necessary: true })}
            />
            <p className="max-w-[24rem] text-xs text-slate">{WORDS[category].use}</p>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button variant="outline" onClick={onAccept}>
          {t`Accept All`}
        </Button>
        <Button variant="outline" onClick={onReject}>
          {t`Reject All`}
        </Button>
        <Button variant="secondary" onClick={() => onSave(switches)}>
          {t`Save Preferences`}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
