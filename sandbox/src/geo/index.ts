export { DEMO_NETWORKS, writeDemoCities } from './demo-cities.ts';
export { encodeCityDatabase, type CityNetwork } from './encode-city-database.ts';
