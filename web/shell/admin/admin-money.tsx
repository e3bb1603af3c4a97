import { lazy } from 'react'
import { Route } from 'wouter'
import { paths } from '../../paths.ts'

const Payments = lazy(() => import('#web/payments/cashier/admin-payments.tsx'))
const Transfers = lazy(() => import('#web/payments/cashier/admin-transfers.tsx'))
const Disputes = lazy(() => import('#web/payments/cashier/admin-disputes.tsx'))
const Referrals = lazy(() => import('../../marketing/admin-referrals.tsx'))
const MoneySettings = lazy(() => import('../../invoices/settings/admin-settings.tsx'))
const Settlement = lazy(() => import('#web/payments/cashier/admin-settlement.tsx'))
const Invoices = lazy(() => import('../../invoices/admin/admin-invoice-list.tsx'))
const AnyInvoice = lazy(() => import('../../invoices/admin/admin-invoice.tsx'))
const AnySettlement = lazy(() => import('../../settlements/admin-settlement.tsx'))
const Sellers = lazy(() => import('../../sellers/admin-sellers.tsx'))
const Seller = lazy(() => import('../../sellers/admin-seller.tsx'))
const Statements = lazy(() => import('../../settlements/admin-statements.tsx'))
const Payouts = lazy(() => import('../../settlements/admin-payouts.tsx'))
const Payout = lazy(() => import('../../settlements/admin-payout.tsx'))

/** Pages about money; the frame places them among the others. */
export const MONEY_ROUTES = [
  <Route key="payments" path={paths.adminPage('payments')}>
    <Payments />
  </Route>,
  <Route key="transfers" path={paths.adminPage('transfers')}>
    <Transfers />
  </Route>,
  <Route key="disputes" path={paths.adminPage('disputes')}>
    <Disputes />
  </Route>,
  <Route key="referrals" path={paths.adminPage('referrals')}>
    <Referrals />
  </Route>,
  <Route key="settings" path={paths.adminPage('settings')}>
    <MoneySettings />
  </Route>,
  <Route key="sellers" path={paths.adminPage('sellers')}>
    <Sellers />
  </Route>,
  <Route key="seller" path="/admin/sellers/:sellerId">
    {({ sellerId }: { sellerId: string }) => <Seller key={sellerId} sellerId={sellerId} />}
  </Route>,
  <Route key="statements" path={paths.adminPage('statements')}>
    <Statements />
  </Route>,
  <Route key="payouts" path={paths.adminPage('payouts')}>
    <Payouts />
  </Route>,
  <Route key="payout" path="/admin/payouts/:batchId">
    {({ batchId }: { batchId: string }) => <Payout key={batchId} batchId={batchId} />}
  </Route>,
  <Route key="settlement" path={paths.adminPage('settlement')}>
    <Settlement />
  </Route>,
  <Route key="invoices" path={paths.adminPage('invoices')}>
    <Invoices />
  </Route>,
  <Route key="one-invoice" path="/admin/invoices/:invoiceId">
    {({ invoiceId }: { invoiceId: string }) => <AnyInvoice key={invoiceId} invoiceId={invoiceId} />}
  </Route>,
  <Route key="one-settlement" path="/admin/settlements/:auctionId">
    {({ auctionId }: { auctionId: string }) => <AnySettlement key={auctionId} auctionId={auctionId} />}
  </Route>,
]
