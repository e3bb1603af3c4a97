import { linkStatement } from '#contract/settlements/statements.ts'
import { OpenDocument } from '#web/invoices/open-document.tsx'
import { call } from '#web/platform/request.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Opens the PDF of a statement. */
export function StatementLink({ id, number }: { id: string; number: string }) {
  return (
    <OpenDocument variant="link" size="sm" link={() => call(linkStatement, { params: { statementId: id } })}>
      <Trans>
        {number}
        <span className="sr-only"> as PDF</span>
      </Trans>
    </OpenDocument>
  )
}
