import { lazy } from 'react'
import { Route } from 'wouter'
import { paths } from '../../paths.ts'

const Risks = lazy(() => import('../../risk/admin-risks.tsx'))
const Reports = lazy(() => import('../../reporting/admin-reports.tsx'))
const AuctionReport = lazy(() => import('../../reporting/admin-auction-report.tsx'))

/** Pages that look across features; the frame places them among the others. */
export const INSIGHT_ROUTES = [
  <Route key="risks" path={paths.adminPage('risks')}>
    <Risks />
  </Route>,
  <Route key="reports" path={paths.adminPage('reports')}>
    <Reports />
  </Route>,
  <Route key="auction-report" path="/admin/reports/auctions/:auctionId">
    {({ auctionId }: { auctionId: string }) => <AuctionReport key={auctionId} auctionId={auctionId} />}
  </Route>,
]
