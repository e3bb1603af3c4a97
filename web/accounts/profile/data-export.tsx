import { useState } from 'react'
import { exportData } from '#contract/account-profile.ts'
import { request } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PasswordAgain } from '../password/password-again.tsx'
import { OpenForm, ProfileSection } from '../profile-parts.tsx'
import { saveFile } from '../save-file.ts'

/** Everything the house holds about the person, as a file. */
export function DataExport() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <ProfileSection
      id="export"
      title="My data"
      lead="Everything the house holds about you, in one file that people and programs can read (JSON)."
    >
      {open ? (
        <OpenForm label="Export my data">
          <PasswordAgain
            fails="There is no file yet"
            action="Download the file"
            busyAction="Gathering your data"
            onCancel={close}
            act={async (body) => {
              const reply = await request(exportData.method, exportData.path, body)
              saveFile(await reply.blob(), `paddock-data-${new Date().toISOString().slice(0, 10)}.json`)
              toast({ title: 'Your data is saved', description: 'Look among your downloads.' })
              close()
            }}
          />
        </OpenForm>
      ) : (
        <Button variant="outline" onClick={() => setOpen(true)}>
          Export my data
        </Button>
      )}
    </ProfileSection>
  )
}
