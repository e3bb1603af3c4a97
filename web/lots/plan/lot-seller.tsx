import { useState } from 'react'
import type { EnteredLot } from '#contract/lots/lot-entry.ts'
import { readSeller } from '#contract/sellers/sellers.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { CommissionFields } from '#web/sellers/commission-fields.tsx'
import { SellerChoice } from '#web/sellers/seller-choice.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { t } from '#web/platform/language/text.ts'

export type Consignment = Pick<EnteredLot, 'consignorId' | 'consignor' | 'commission'>

/** Whose vehicle it is, and a commission agreed for this lot alone. */
export function LotSeller({
  consignment,
  currency,
  faults,
  set,
}: {
  consignment: Consignment
  currency: string
  /** The server's errors by field. */
  faults: Partial<Record<string, string>>
  set: (consignment: Consignment) => void
}) {
  const { consignorId, consignor, commission } = consignment
  const [failure, setFailure] = useState<unknown>(null)
  /** Starts from the seller's own commission. */
  const agree = async (sellerId: string) => {
    setFailure(null)
    try {
      const seller = await call(readSeller, { params: { sellerId } })
      set({ ...consignment, commission: seller.commission })
    } catch (cause) {
      setFailure(cause)
    }
  }
  return (
    <fieldset className="mt-5 border-t border-line pt-4">
      <legend className="sr-only">{t`Seller`}</legend>
      <SellerChoice
        chosen={consignor}
        error={faults['consignorId']}
        onChoose={(seller) =>
          set({
            consignorId: seller?.id ?? null,
            consignor: seller === null ? null : { code: seller.code, name: seller.name },
            commission: null,
          })
        }
      />
      {consignorId === null ? null : (
        <Checkbox
          label={t`Different commission for this lot`}
          checked={commission !== null}
          error={failure === null ? undefined : failureMessage(failure)}
          onChange={({ target }) =>
            target.checked ? void agree(consignorId) : set({ ...consignment, commission: null })
          }
        />
      )}
      {commission === null ? null : (
        <CommissionFields
          commission={commission}
          currency={currency}
          set={(changed) => set({ ...consignment, commission: changed })}
          faultOf={(field) => faults[`commission.${field}`]}
        />
      )}
    </fieldset>
  )
}
