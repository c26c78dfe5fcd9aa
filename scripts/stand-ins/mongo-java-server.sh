#!/usr/bin/env bash
# Starts mongo-java-server in memory: its updates are atomic. Needs a JDK and Maven. Prints "URL PID"; exit code 3: not available.
source "$(dirname "${BASH_SOURCE[0]}")/start.sh"
need java
need javac
need mvn

work=$cache/mongo-java-server
mkdir -p "$work"
if [ ! -d "$work/jars" ]; then
  attempt 'getting mongo-java-server' \
    mvn --batch-mode --file "$here/mongo-java-server/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$work/jars.part"
  mv "$work/jars.part" "$work/jars"
fi
if [ ! "$work/StandIn.class" -nt "$here/mongo-java-server/StandIn.java" ]; then
  attempt 'compiling the stand-in' javac -cp "$work/jars/*" -d "$work" "$here/mongo-java-server/StandIn.java"
fi
serve java -Xmx512m -cp "$work/jars/*:$work" StandIn
