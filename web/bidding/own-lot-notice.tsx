import { Notice } from '#web/ui/notice.tsx'
import { t } from '#web/platform/language/text.ts'

/** In place of what staff can do to a lot that they sell or bid on. */
export function OwnLotNotice() {
  return (
    <div className="mt-4 max-w-2xl">
      <Notice tone="bad" title={t`A colleague has to run this sale`}>
        {t`You’re selling this vehicle, or you bid on it.`}
      </Notice>
    </div>
  )
}
