import { Link } from 'wouter'
import { listVehicles, type VehicleLine } from '#contract/lots/vehicles.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { inspectionWords } from '../inspection-words.ts'
import { RelistVehicles } from './relist-vehicles.tsx'
import { RecordEvents } from './vehicle-status.tsx'
import { odometerWords } from '../vehicle-words.ts'
import { plural, t } from '#web/platform/language/text.ts'

/** A vehicle whose last lot ended without a sale. */
const isUnsold = ({ state }: VehicleLine) => state === 'passed' || state === 'withdrawn'

/** Every vehicle, filtered by text, title, body and whether it is in a lot. */
export default function AdminVehicles() {
  return (
    <AdminListScreen
      list={listVehicles}
      title={t`Vehicles`}
      count={(total) => plural(total, { one: '# vehicle', other: '# vehicles' })}
      empty={{ title: t`No vehicles yet`, text: t`Add one, or import a list.` }}
      buttons={
        <>
          <Button asChild variant="outline" size="sm">
            <Link href={paths.adminPage('import')}>{t`Import vehicles`}</Link>
          </Button>
          <Button asChild size="sm">
            <Link href={paths.adminPage('vehicles/new')}>{t`Add vehicle`}</Link>
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
          lotNumber === null ? '–' : openLot?.isPublished === false ? t`${lotNumber}, draft` : String(lotNumber),
      }}
    />
  )
}
