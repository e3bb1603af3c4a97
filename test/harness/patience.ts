import { configure } from '@testing-library/react'

// A busy machine may take its time to render; what never appears still fails.
configure({ asyncUtilTimeout: 6000 })
