import type { AuditRow } from '#contract/accounts/oversight.ts'
import { paths } from '#web/paths.ts'

/** The page of what a line is about; null: it has none. */
export function pageOfSubject({ subjectKind, subjectId, subjectNumber }: AuditRow): string | null {
  switch (subjectKind) {
    case 'account':
      return paths.adminPage(`people/${subjectId}`)
    case 'auction':
      return paths.adminPage(`auctions/${subjectId}`)
    case 'content':
      return paths.adminPage(`content/${subjectId}`)
    case 'invoice':
      return paths.adminPage(`invoices/${subjectId}`)
    case 'lot':
      return subjectNumber === null ? null : paths.lot(Number(subjectNumber))
    case 'question':
      return subjectNumber === null ? null : `${paths.adminPage('questions')}?q=${subjectNumber}`
    case 'newsletter':
      return paths.adminPage(`newsletters/${subjectId}`)
    case 'photo':
      return subjectNumber === null ? null : paths.adminPhotos(subjectNumber)
    case 'payout':
      return paths.adminPage(`payouts/${subjectId}`)
    case 'seller':
      return paths.adminPage(`sellers/${subjectId}`)
    case 'ticket':
      return paths.adminTicket(subjectId)
    case 'vehicle':
      return paths.adminPage(`vehicles/${subjectId}`)
    case 'vehicle-import':
      return paths.adminPage(`import/${subjectId}`)
    default:
      return null
  }
}
