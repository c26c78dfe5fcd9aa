// FerretDB with its SQLite backend in the folder given, on a free port of the loopback interface.
// Prints its URL, then serves until it is interrupted. (The project's own command does not build from the module proxy:
// it wants a file that only a checkout has.)
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Logger:    slog.New(slog.NewTextHandler(io.Discard, nil)),
		Handler:   "sqlite",
		SQLiteURL: "file:" + os.Args[1] + "/",
	})
	if err != nil {
		log.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- server.Run(ctx) }()
	fmt.Println(server.MongoDBURI())
	if err := <-done; err != nil {
		log.Fatal(err)
	}
}
