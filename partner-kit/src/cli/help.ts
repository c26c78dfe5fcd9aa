export const help = `parking-kit: try out a receiver of booking notices

  parking-kit listen [options]      receive notices and print each, with its booking if credentials are given
    --port N              default 0: any free port, printed
    --host ADDRESS        default 127.0.0.1
    --create-path PATH    default /bookings/create
    --cancel-path PATH    default /bookings/cancel
    --base-url URL        the marketplace, to fetch bookings from
    --client-id ID        with the secret in PARKING_KIT_CLIENT_SECRET

  parking-kit send URL [options]    send a notice to a receiver and check the answer
    --case NAME           good, duplicate, wrong-header, missing-header, bad-body or all (default)
    --id N                the booking id; default one that was not used before

  both
    --header-key NAME     default Authorization; its value in PARKING_KIT_HEADER_VALUE
    --json                one JSON object per line
    --help, --version

Exit codes: 0 as documented, 1 an answer was not, 2 usage, 3 the receiver could not be reached.
`;
