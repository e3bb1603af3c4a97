import { configure } from '@testing-library/react'

// A machine that does other things too may take its time to render; what never comes still fails.
configure({ asyncUtilTimeout: 6000 })
