import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import { exportData } from '#contract/accounts/account-profile.ts'
import { request } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PasswordAgain } from '../password/password-again.tsx'
import { OpenForm, ProfileSection } from '../profile-parts.tsx'
import { saveFile } from '#web/platform/forms/save-file.ts'

/** All data stored about the person, as a file. */
export function DataExport() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <ProfileSection id="export" title={t`My data`} lead={t`Everything we store about you, in one JSON file.`}>
      {open ? (
        <OpenForm label={t`Export data`}>
          <PasswordAgain
            fails={t`We couldn’t export your data`}
            action={t`Download data`}
            busyAction={t`Preparing`}
            onCancel={close}
            run={async (body) => {
              const reply = await request(exportData.method, exportData.path, body)
              saveFile(await reply.blob(), `paddock-data-${new Date().toISOString().slice(0, 10)}.json`)
              toast({ title: t`Data downloaded`, description: t`Check your downloads folder.` })
              close()
            }}
          />
        </OpenForm>
      ) : (
        <Button variant="outline" onClick={() => setOpen(true)}>
          {t`Export data`}
        </Button>
      )}
    </ProfileSection>
  )
}
