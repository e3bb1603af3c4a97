import { Link } from 'wouter'
import { listVehicles, type VehicleLine } from '#contract/lots/vehicles.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { inspectionWords } from '../inspection-words.ts'
import { RelistVehicles } from './relist-vehicles.tsx'
import { RecordEvents } from './vehicle-status.tsx'
import { odometerWords } from '../vehicle-words.ts'

/** A vehicle whose last lot ended without a sale. */
const isUnsold = ({ state }: VehicleLine) => state === 'passed' || state === 'withdrawn'

/** Every vehicle, filtered by text, title, body and whether it is in a lot. */
export default function AdminVehicles() {
  return (
    <AdminListScreen
      list={listVehicles}
      title="Vehicles"
      one="vehicle"
      many="vehicles"
      empty={{ title: 'No vehicles yet', text: 'Add one, or import a list.' }}
      buttons={
        <>
          <Button asChild variant="outline" size="sm">
            <Link href={paths.adminPage('import')}>Import vehicles</Link>
          </Button>
          <Button asChild size="sm">
            <Link href={paths.adminPage('vehicles/new')}>Add vehicle</Link>
          </Button>
        </>
      }
      bulk={{
        can: () => true,
        of: (chosen) => (
          <>
            <RecordEvents vehicleIds={chosen.map(({ id }) => id)} />
            {chosen.some(isUnsold) ? <RelistVehicles vehicles={chosen.filter(isUnsold)} /> : null}
          </>
        ),
      }}
      href={({ id }) => paths.adminPage(`vehicles/${id}`)}
      cells={{
        odometer: ({ odometer }) => (odometer === null ? '–' : odometerWords(odometer)),
        inspection: inspectionWords,
        lot: ({ lotNumber, openLot }) =>
          lotNumber === null ? '–' : `${lotNumber}${openLot?.isPublished === false ? ', draft' : ''}`,
      }}
    />
  )
}
