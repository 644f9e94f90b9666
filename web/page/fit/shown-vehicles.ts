import { createContext } from 'react'
import type { ListVehicle } from '#contract/chosen-vehicle.ts'

const Context = createContext<readonly ListVehicle[] | undefined>(undefined)

/** Provides the vehicles that a list says it is for, several if a search means more than one; undefined for all other lists. */
export const ShownVehicles = Context.Provider
export const shownVehicles = Context
