/** The simulation brings its own store: on a server there is nothing more to see. */
export const isElsewhere = process.env['PARKING_TEST_MONGODB_URL']
  ? 'the simulation brings its own store'
  : false;
