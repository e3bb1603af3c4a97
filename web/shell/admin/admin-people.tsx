import { lazy } from 'react'
import { Route } from 'wouter'
import { paths } from '../../paths.ts'

const People = lazy(() => import('../../accounts/people/admin-people.tsx'))
const PeopleRules = lazy(() => import('../../accounts/people/admin-people-rules.tsx'))
const Person = lazy(() => import('../../accounts/people/admin-person.tsx'))
const RegisterClient = lazy(() => import('../../verification/admin-register-client.tsx'))
const Staff = lazy(() => import('../../accounts/people/admin-staff.tsx'))

/** The pages about people, as routes of the admin switch. */
export const PEOPLE_ROUTES = [
  <Route key="people" path={paths.adminPage('people')}>
    <People />
  </Route>,
  <Route key="staff" path={paths.adminPage('staff')}>
    <Staff />
  </Route>,
  <Route key="person" path="/admin/people/:accountId">
    {({ accountId }: { accountId: string }) => <Person key={accountId} accountId={accountId} />}
  </Route>,
  <Route key="people-rules" path={paths.adminPage('people-rules')}>
    <PeopleRules />
  </Route>,
  <Route key="new-client" path={paths.adminPage('clients/new')}>
    <RegisterClient />
  </Route>,
]
