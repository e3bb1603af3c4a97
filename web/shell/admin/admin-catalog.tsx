import { lazy } from 'react'
import { Route } from 'wouter'
import { paths } from '../../paths.ts'

const NewAuction = lazy(() => import('../../auctions/admin-new-auction.tsx'))
const Plan = lazy(() => import('../../lots/plan/admin-plan.tsx'))
const AuctionPhotos = lazy(() => import('../../lots/bulk-photos/admin-auction-photos.tsx'))
const Vehicles = lazy(() => import('../../lots/vehicles/admin-vehicles.tsx'))
const Vehicle = lazy(() => import('../../lots/vehicles/admin-vehicle.tsx'))
const Import = lazy(() => import('../../lots/import/admin-import.tsx'))
const OneImport = lazy(() => import('../../lots/import/admin-one-import.tsx'))
const Questions = lazy(() => import('../../lots/questions/admin-questions.tsx'))
const ReserveRequests = lazy(() => import('../../selling/admin-reserve-requests.tsx'))
const Shipping = lazy(() => import('../../lots/shipping/admin-shipping.tsx'))

/** The pages for planning auctions and entering vehicles, as routes of the admin switch. */
export const CATALOG_ROUTES = [
  <Route key="new-auction" path={paths.adminPage('auctions/new')}>
    <NewAuction />
  </Route>,
  <Route key="plan" path="/admin/auctions/:auctionId/plan">
    {({ auctionId }: { auctionId: string }) => <Plan key={auctionId} auctionId={auctionId} />}
  </Route>,
  <Route key="auction-photos" path="/admin/auctions/:auctionId/photos">
    {({ auctionId }: { auctionId: string }) => <AuctionPhotos key={auctionId} auctionId={auctionId} />}
  </Route>,
  <Route key="vehicles" path={paths.adminPage('vehicles')}>
    <Vehicles />
  </Route>,
  <Route key="new-vehicle" path={paths.adminPage('vehicles/new')}>
    <Vehicle vehicleId={null} />
  </Route>,
  <Route key="vehicle" path="/admin/vehicles/:vehicleId">
    {({ vehicleId }: { vehicleId: string }) => <Vehicle key={vehicleId} vehicleId={vehicleId} />}
  </Route>,
  <Route key="questions" path={paths.adminPage('questions')}>
    <Questions />
  </Route>,
  <Route key="reserve-requests" path={paths.adminPage('reserve-requests')}>
    <ReserveRequests />
  </Route>,
  <Route key="shipping" path={paths.adminPage('shipping')}>
    <Shipping />
  </Route>,
  <Route key="import" path={paths.adminPage('import')}>
    <Import />
  </Route>,
  <Route key="one-import" path="/admin/import/:importId">
    {({ importId }: { importId: string }) => <OneImport key={importId} importId={importId} />}
  </Route>,
]
